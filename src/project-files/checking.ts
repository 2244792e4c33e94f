/**
 * Checks a project file against its schema, and says what is wrong in the words of the interface.
 */
import type { BodyMistake } from '../decisions/refusals.ts'
import { type Document, isSchema, type Operation } from '../http/document.ts'
import { HttpFailure } from '../http/errors.ts'
import { RequestChecks } from '../http/validation.ts'
import { type FileMistake, type FilePath, pathTold } from './reading.ts'
import { FILE } from './schema.ts'

const JSON_TYPE = 'application/json'

/** Checks of a file and of what is made of it. */
export class FileChecks {
  readonly #validation: RequestChecks

  /** The schema of files, as `fileSchema` makes it. */
  constructor(schema: Document) {
    // Within the checks a document is known by its name alone.
    const { $schema: _, $id: __, ...document } = schema as Document & Record<string, unknown>
    this.#validation = new RequestChecks({ [FILE]: document as Document })
  }

  /** What is wrong with a file. Where defaults apply, they are written into `value`. */
  mistakesIn(value: unknown): readonly FileMistake[] {
    try {
      this.#validation.check(operationOf(FILE), {
        params: {},
        headers: {},
        query: {},
        body: value,
        mediaType: JSON_TYPE
      })
      return []
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error
      const { details, mistakes = [] } = error.failure
      const told: readonly Pick<BodyMistake, 'pointer' | 'details'>[] =
        mistakes.length > 0 ? mistakes : [{ pointer: '', details }]
      return told.map(({ pointer = '', details: message }) => ({
        path: pointer === '' ? pathTold(message) : pathOfPointer(value, pointer),
        message: message.replace(/^Payload /, 'The file ')
      }))
    }
  }
}

function operationOf(definition: string): Operation {
  return {
    document: FILE,
    id: 'load',
    method: 'POST',
    path: '/',
    parameters: [],
    body: { required: true, schemas: new Map([[JSON_TYPE, `#/$defs/${definition}`]]) },
    security: [],
    responses: new Map()
  }
}

/** A JSON Pointer as a path in a value; what indexes a list is a number. */
export function pathOfPointer(root: unknown, pointer: string): FilePath {
  let at = root
  return pointer
    .split('/')
    .slice(1)
    .map(part => {
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
      const step = Array.isArray(at) ? Number(name) : name
      at = Array.isArray(at) ? at[Number(name)] : isSchema(at) ? at[name] : undefined
      return step
    })
}
