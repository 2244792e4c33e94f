/**
 * Services that deviate in one thing, as changes of what ours is asked and answers.
 */
import { type Asked, contract, type Given, type Plant } from './served.ts'

function asks(operationId: string): (asked: Asked) => boolean {
  const found = contract.operations.find(({ id }) => id === operationId)
  const pattern = new RegExp(`^${found?.path.replaceAll(/\{\w+\}/g, '[^/]*')}(\\?|$)`)
  return ({ method, url }) => method === found?.method && pattern.test(url)
}

/** Changes the answers of one operation. */
export function answers(
  operationId: string,
  change: (given: Given, asked: Asked) => Partial<Given>
): Plant {
  const isAsked = asks(operationId)
  return {
    answer: (given, asked) => (isAsked(asked) ? { ...given, ...change(given, asked) } : given)
  }
}

/** The same for those of one status. */
export function answersWith(
  operationId: string,
  status: number,
  change: (given: Given) => Partial<Given>
) {
  return answers(operationId, given => (given.status === status ? change(given) : {}))
}

/** Takes a parameter out of the query of one operation. */
export function ignores(operationId: string, parameter: string): Plant {
  const isAsked = asks(operationId)
  return {
    ask: asked => {
      if (!isAsked(asked)) return asked
      const [path = '', query = ''] = asked.url.split('?')
      const left = query.split('&').filter(each => !each.startsWith(`${parameter}=`))
      return { ...asked, url: [path, ...(left[0] ? [left.join('&')] : [])].join('?') }
    }
  }
}

/** Answers what is refused as if it were right, with the last answer that was. */
export function acceptsAnything(operationId: string): Plant {
  let last: Given | null = null
  return answers(operationId, given => {
    if (given.status === 200) last = given
    return given.status === 400 && last !== null ? last : {}
  })
}

/** Changes the headers of what is asked of one operation. */
export function hears(
  operationId: string,
  change: (headers: Asked['headers']) => Asked['headers']
): Plant {
  const isAsked = asks(operationId)
  return { ask: asked => (isAsked(asked) ? { ...asked, headers: change(asked.headers) } : asked) }
}

export const body = (change: (found: Given['body']) => object) => (given: Given) => ({
  body: { ...given.body, ...change(given.body) }
})
export const without = (name: string) => (given: Given) => ({
  headers: { ...given.headers, [name]: null }
})
