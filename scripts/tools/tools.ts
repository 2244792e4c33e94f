import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A program of the package that is beside this file. @throws {Error} when it is not installed. */
export function toolOf(program: string): string {
  const path = join(import.meta.dirname, 'node_modules', program)
  if (existsSync(path)) return path
  throw new Error(`${program} is not installed here: npm run tools:install`)
}
