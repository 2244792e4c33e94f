/**
 * The folder this repository stands in.
 */
import { resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/**
 * The program that tests start, in the root: its sources, or what was built of them where
 * `TEST_PROGRAM` says so, which starts in two thirds of the time.
 */
export const program = process.env['TEST_PROGRAM'] ?? 'src/main/server.ts'
