import { resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/** The program that tests start, in the root. */
export const program = 'src/main/server.ts'
