/**
 * This service beside an older commit of it: the CPU of the whole process for an answer, what it
 * writes to the disk and by how much its file grows. The older one runs twice, so that its ratio to
 * itself says how much of any other ratio is noise.
 */
import { execFileSync } from 'node:child_process'
import { mkdir, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { compare, type Figures } from './measure.ts'
import { type Running, startService } from './processes.ts'
import { figure, type Line } from './report.ts'
import type { Settings } from './settings.ts'
import { loadOf, openShop, type QuestionName, questionsOf } from './shop.ts'

const CONNECTIONS = [32, 1] as const
const ROOT = resolve(import.meta.dirname, '../..')

interface Contender {
  readonly service: Running
  readonly questions: ReturnType<typeof questionsOf>
  /** Of the database and of what waits in its log. */
  fileBytes(): number
  close(): Promise<void>
}

/** `commit` is anything that git resolves; its packages are those that are installed here. */
export async function against(
  commit: string,
  folder: string,
  settings: Settings
): Promise<readonly Line[]> {
  const checkout = join(folder, 'older')
  git('worktree', 'add', '--detach', checkout, commit)
  try {
    await symlink(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
    const contenders = {
      older: await contender(join(folder, 'a'), checkout),
      again: await contender(join(folder, 'b'), checkout),
      newer: await contender(join(folder, 'c'), ROOT)
    }
    try {
      return await beside(contenders, commit, settings)
    } finally {
      for (const each of Object.values(contenders)) await each.close()
    }
  } finally {
    git('worktree', 'remove', '--force', checkout)
  }
}

function git(...words: readonly string[]): void {
  execFileSync('git', words, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
}

async function contender(folder: string, root: string): Promise<Contender> {
  await mkdir(folder)
  const service = await startService({ folder, root })
  const questions = questionsOf(await openShop(service, { withStrangers: true }))
  const database = new Database(join(folder, 'bench.db'), { readonly: true })
  const pageBytes = Number(database.pragma('page_size', { simple: true }))
  return {
    service,
    questions,
    fileBytes: () => Number(database.pragma('page_count', { simple: true })) * pageBytes,
    close: async () => {
      database.close()
      await service.stop()
    }
  }
}

async function beside(
  { older, again, newer }: Readonly<Record<'older' | 'again' | 'newer', Contender>>,
  commit: string,
  settings: Settings
): Promise<readonly Line[]> {
  const lines: Line[] = []
  for (const connections of CONNECTIONS) {
    for (const name of Object.keys(newer.questions) as QuestionName[]) {
      const of = ({ service, questions, fileBytes }: Contender) => ({
        load: loadOf(service.url, questions[name]),
        cpuSeconds: service.cpuSeconds,
        writtenBytes: service.writtenBytes,
        fileBytes
      })
      const found = await compare(
        { older: of(older), again: of(again), newer: of(newer) },
        { ...settings, connections }
      )
      lines.push({
        section: `CPU of an answer beside ${commit}, ${connections} at once`,
        name,
        value: found.newer.cpuMs,
        unit: 'ms',
        ratio: found.newer.cpuMs / found.older.cpuMs,
        against: 'the older',
        beside: {
          noise: figure(found.again.cpuMs / found.older.cpuMs),
          rate: pair(found, 'perSecond'),
          p50: `${pair(found, 'medianMs')} ms`,
          p99: `${pair(found, 'p99Ms')} ms`,
          written: `${pair(found, 'writtenKiB')} KiB`,
          growth: `${pair(found, 'grownKiB')} KiB`
        }
      })
    }
  }
  return lines
}

/** What it was, and what it is. */
function pair(
  { older, newer }: Readonly<Record<'older' | 'newer', Figures>>,
  key: keyof Figures
): string {
  return `${figure(older[key])} → ${figure(newer[key])}`
}
