/**
 * The fields that this process saw filled in answers, when all tests are run: `FILLED_FIELDS` names
 * a file to which it adds their names when it ends. What becomes of them: scripts/suite/blanks.ts.
 */
import { appendFileSync } from 'node:fs'
import { fill, Shapes } from '../../scripts/documents/answer-fields.ts'
import type { Document } from '../../src/http/document.ts'
import type { SeesAnswers } from './contract.ts'

/** Whom to tell of answers; null when nobody asks for what they fill. */
export function filledFields(documents: Readonly<Record<string, Document>>): SeesAnswers | null {
  const file = process.env['FILLED_FIELDS']
  if (file === undefined) return null
  const read = Object.entries(documents).map(([name, each]) => [name, new Shapes(each)] as const)
  const shapes = new Map(read)
  const found = new Set<string>()
  process.once('exit', () => appendFileSync(file, [...found, ''].join('\n')))
  return {
    answer: ({ document, name, pointer }, body) => {
      // INVARIANT: who names the place of an answer was given the same documents.
      const shape = (shapes.get(document) as Shapes).answer(name, pointer)
      fill(shape, body, found)
    }
  }
}
