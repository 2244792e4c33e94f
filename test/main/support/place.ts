import { join } from 'node:path'
import type { Test } from 'tap'
import { freshSource } from '../../../src/ids.ts'
import { run } from '../../../src/main/command-line.ts'
import type { Host } from '../../../src/main/on-database.ts'
import { Shell } from '../../../src/shell.ts'
import { openStore } from '../../../src/storage/database.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import { temporaryFolder } from '../../storage/support/engines.ts'
import { countedSource } from '../../support/counted-source.ts'
import { NOW } from '../../support/given.ts'

/** What a command printed and said, with its exit code. */
export interface Outcome {
  readonly code: number
  readonly printed: string
  readonly complained: string
}

/** What a command finds on the machine. */
export interface Machine {
  /** On its standard input. */
  readonly input?: string
  readonly freeBytes?: (folder: string) => number
  readonly now?: () => string
}

/** A folder for a database that is still to be made, and what its operator types. */
export interface Place {
  readonly folder: string
  readonly file: string
  readonly url: string
  /** Runs one command on the database of the place; in words, where one of them has a space. */
  cli(
    command: string | readonly string[],
    environment?: NodeJS.ProcessEnv,
    machine?: Machine
  ): Promise<Outcome>
}

/** Ids, secrets and clients are counted. */
export function givenPlace(t: Test): Place {
  const folder = temporaryFolder(t)
  const file = join(folder, 'data', 'shop.db')
  const url = `sqlite:${file}`
  const ids = countedSource()
  let secrets = 0
  let clients = 0
  return {
    folder,
    file,
    url,
    cli: async (command, environment = {}, { input = '', ...machine } = {}) => {
      const printed: string[] = []
      const complained: string[] = []
      const host: Host = {
        environment: { DATABASE_URL: url, ...environment },
        print: text => printed.push(text),
        complain: text => complained.push(text),
        readInput: async () => input,
        now: () => NOW,
        ...ids,
        ...machine,
        newSecret: () => `secret-${++secrets}`,
        newClientId: () => `client-${++clients}`
      }
      const words = typeof command === 'string' ? command.split(' ').filter(Boolean) : command
      const code = await run(words, host)
      return { code, printed: printed.join('\n'), complained: complained.join('\n') }
    }
  }
}

/** The database of a place, open as a running service has it. */
export async function whileServing(
  { url }: Place,
  body: (store: Store, shell: Shell) => Promise<void>
): Promise<void> {
  const store = await openStore(url, {
    onBug: error => {
      throw error
    }
  })
  await store.migrate()
  const limits = { campaignVouchersMax: 1_000_000, earningRulesMax: 100 }
  const ids = freshSource()
  const shell = new Shell({ store, now: () => NOW, ids, limits })
  try {
    await body(store, shell)
  } finally {
    await store.close()
  }
}

/** The outcome of a command that did what it was asked. */
export const done = (printed: string): Outcome => ({ code: 0, printed, complained: '' })
/** The outcome of a command that was refused. */
export const failed = (complained: string): Outcome => ({ code: 1, printed: '', complained })
