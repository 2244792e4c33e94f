/**
 * A reader of the README: the blocks of code below its headings, and a shell for their commands.
 *
 * The address alone is another, since port 3000 may be taken. Everything else is the text itself.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Test } from 'tap'
import { temporaryFolder } from '../storage/support/engines.ts'
import { heldPort } from './held-port.ts'
import { root } from './root.ts'

export const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** A block of code: its language and its lines. */
export interface Block {
  readonly language: string
  readonly code: string
}

/** The blocks below a heading, in their order. */
export function blocksUnder(heading: string): Block[] {
  const start = readme.indexOf(`\n## ${heading}\n`)
  const section = readme.slice(start + 1, readme.indexOf('\n## ', start + 1))
  return [...section.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language = '', code = '']) => ({
    language,
    code
  }))
}

/** Texts of the README, and what stands there for this reader. */
type Own = Readonly<Record<string, string>>

/** Where a reader would be who has a database of their own; `own` replaces parts of the text. */
export async function givenReader(
  t: Test,
  { more = {}, own = {} }: { readonly more?: NodeJS.ProcessEnv; readonly own?: Own } = {}
) {
  const port = await heldPort(t)
  const url = `http://127.0.0.1:${port}`
  const home = temporaryFolder(t)
  const database = `sqlite:${join(home, 'shop.db')}`
  const { NODE_ENV: _, ...inherited } = process.env
  const environment = {
    ...inherited,
    PORT: String(port),
    DATABASE_URL: database,
    HOME: home,
    ...more
  }
  /** The commands in one shell, which stops at the first that fails; and what it left running. */
  const shell = (commands: string) => {
    const parts = [...Object.entries(own), ['http://127.0.0.1:3000', url] as const]
    const said = parts.reduce((all, [text, ours]) => all.replaceAll(text, ours), commands)
    const script = `set -euo pipefail\n${said}`
    const options = { cwd: root, env: environment, detached: true } as const
    const child = spawn('bash', ['-c', script], { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const printed = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    // What the shell started in the background is of its group, and ends with it.
    const end = (signal: NodeJS.Signals) => {
      try {
        process.kill(-Number(child.pid), signal)
      } catch {
        // There is nobody left in it.
      }
    }
    t.teardown(() => end('SIGKILL'))
    return { child, printed, end }
  }
  return { url, home, shell }
}
