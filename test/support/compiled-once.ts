/**
 * Has the schema of OpenAPI itself compiled once in a process. Else each application of a test does
 * it anew when it reads its documents, which takes more time than everything else in its start.
 */
import { Validator } from '@seriousme/openapi-schema-validator'

/** The method that compiles; it is there, and not declared. */
interface Compiles {
  getAjvValidator(version: string): unknown
}

const methods = Validator.prototype as unknown as Compiles
const compile = methods.getAjvValidator
const compiled = new Map<string, unknown>()

methods.getAjvValidator = function (version) {
  const known = compiled.get(version) ?? compile.call(this, version)
  compiled.set(version, known)
  return known
}
