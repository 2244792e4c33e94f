/**
 * The command that puts a backup in the place of the database.
 *
 * Everything is done on a copy first: it is checked page by page, brought to this version and
 * audited. Only then do the files change their names, so that a backup that is no good costs
 * nothing. The old database stays beside the new one, with its log.
 */
import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Audit, audit } from '../storage/audit/audit.ts'
import { StoreError } from '../storage/engine/errors.ts'
import { prepareFiles } from '../storage/engine/sqlite-files.ts'
import { disagreementIn } from '../storage/engine/sqlite-left-over.ts'
import { numberApart } from '../storage/engine/sqlite-log-number.ts'
import { refuseInUse, replaceDatabase } from '../storage/engine/sqlite-replacement.ts'
import { readConfig } from './config.ts'
import { disagreeing } from './findings.ts'
import { CommandFailed, fileOf, type Host, withStore } from './on-database.ts'

/** Fails with nothing changed, or with the backup in its place where only its books disagree. */
export async function restore(host: Host, file: string): Promise<void> {
  const place = fileOf(readConfig(host.environment).databaseUrl)
  const source = resolve(file)
  const isFile = statSync(source, { throwIfNoEntry: false })?.isFile() ?? false
  if (!isFile) throw new CommandFailed(`There is no file ${source}.`)
  if (source === place) {
    throw new CommandFailed(
      `${source} is the database itself. Copy it elsewhere, and restore that.`
    )
  }
  const aside = `${place}.before-${host.now().replaceAll(/[-:.]/g, '')}`
  if (existsSync(aside)) throw new CommandFailed(`${aside} exists already. Move it away.`)
  const wasThere = existsSync(place)
  refuseInUse(place)
  const copy = `${place}.restoring`
  try {
    const audited = await verified(host, source, copy).catch(error => {
      if (!isTold(error)) throw error
      const reason = error.message.replaceAll(copy, source)
      throw new CommandFailed(`${source} is not restored, and nothing was changed. ${reason}`)
    })
    replaceDatabase(place, copy, aside)
    const outcome = [
      `Restored ${source}\n      to ${place}`,
      ...(wasThere ? [`The old database is now ${aside}`] : [])
    ].join('\n')
    if (!audited.clean) throw disagreeing(`${outcome}\nIts books do not agree`, audited)
    const { projects, customers, vouchers } = audited.counts
    const counts = `projects ${projects}, customers ${customers}, vouchers ${vouchers}`
    host.print(`${outcome}\nIts books agree: ${counts}`)
  } finally {
    remove(copy)
  }
}

/** A log that lies beside a file holds its last writes. */
function copyWithLog(source: string, copy: string): void {
  remove(copy)
  prepareFiles(copy)
  copyFileSync(source, copy)
  if (existsSync(`${source}-wal`)) copyFileSync(`${source}-wal`, `${copy}-wal`)
  prepareFiles(copy)
}

/** Whether an error says what is the matter: with the backup, the database or the disk. */
function isTold(error: Error): boolean {
  return error instanceof StoreError || error instanceof CommandFailed || 'syscall' in error
}

/** Makes a copy without a log, with the tables of this version, and says what its audit found. */
async function verified(host: Host, source: string, copy: string): Promise<Audit> {
  copyWithLog(source, copy)
  const found = await withStore(host, `sqlite:${copy}`, async store => {
    const disagreement = disagreementIn(copy, 'integrity_check')
    if (disagreement !== null) throw new CommandFailed(`It is damaged: ${disagreement}`)
    await store.migrate()
    return audit(store)
  })
  // No log that lies anywhere belongs to it.
  numberApart(copy)
  return found
}

function remove(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
}
