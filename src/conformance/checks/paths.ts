/**
 * What a path names and does not exist is 404, a path that is too long is 414, and methods, paths
 * and media types that are described nowhere are refused as the document says of all operations.
 */
import { isWriting, type PromiseCheck } from '../check.ts'
import type { Described } from '../contract.ts'
import type { Visit } from '../visit.ts'

/** No document describes it for any path. */
const OTHER_METHOD = 'PATCH'
/** Names nothing. */
const NOTHING = 'nothing-like-it-0'

/** The checks of an operation's path, method and media type. */
export function pathChecks(operation: Described): readonly PromiseCheck[] {
  const writes = isWriting(operation)
  const named = operation.parameters.filter(parameter => parameter.in === 'path')
  const of = (title: string, run: PromiseCheck['run']): PromiseCheck => {
    return { kind: 'path', title, isWriting: writes, run }
  }
  return [
    ...named.flatMap(({ name, schema }) => [
      of(`a ${name} that names nothing`, visit =>
        visit.refused({ body: visit.firstBody, path: { [name]: NOTHING } }, [404])
      ),
      of(`a ${name} of more than ${schema['maxLength']} characters`, visit => {
        const path = { [name]: 'x'.repeat(Number(schema['maxLength']) + 1) }
        return visit.refused({ body: visit.firstBody, path }, [414])
      }),
      of(`a ${name} with U+0000`, visit =>
        visit.refused({ body: visit.firstBody, path: { [name]: 'a\0' } }, [400])
      )
    ]),
    { ...of(`the method ${OTHER_METHOD}`, otherMethod), isWriting: true },
    ...(operation.body === null ? [] : bodyTypeChecks(operation, of))
  ]
}

async function otherMethod(visit: Visit): Promise<void> {
  const { operation } = visit
  const { headers, status } = await visit.refusedAnywhere({ method: OTHER_METHOD }, operation, 405)
  const allowed = (headers['allow'] ?? '').split(',').map(each => each.trim())
  if (status === 405 && !allowed.includes(operation.method)) {
    visit.deviates(`The header Allow does not name ${operation.method}.`)
  }
}

function bodyTypeChecks(
  operation: Described,
  of: (title: string, run: PromiseCheck['run']) => PromiseCheck
): readonly PromiseCheck[] {
  const types = ['application/json', 'application/x-www-form-urlencoded', 'text/plain']
  const others = types.filter(type => !(operation.body?.schemas.has(type) ?? false))
  const half = operation.type === 'application/json' ? '{"a":' : 'a=%ZZ'
  const unreadable = of('a body that cannot be read', visit => visit.refused({ text: half }, [400]))
  const missing = of('no body', visit => visit.refused({}, [400]))
  return [
    ...others.map(type =>
      of(`a body of ${type}`, visit => visit.refused({ body: visit.firstBody, type }, [415]))
    ),
    unreadable,
    ...(operation.body?.required === true ? [missing] : [])
  ].map(check => ({ ...check, kind: 'body' }))
}
