/**
 * The folder this repository stands in.
 *
 * Spec: none; a tool of the tests.
 */
import { resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')
