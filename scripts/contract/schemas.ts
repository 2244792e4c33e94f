/**
 * Counts the rules of the documents that are about schemas and examples.
 *
 * Spec: openapi/README.md#rules.
 */

import { examplesOf, Validators } from '../documents/examples.ts'
import { areAlike } from '../documents/named-values.ts'
import {
  followed,
  isTree,
  lookUp,
  operationsOf,
  type Place,
  schemasIn,
  schemasOf,
  type Tree,
  tree,
  typesOf
} from '../documents/walk.ts'
import { both, type Count, count, type Documents, places, together } from './count.ts'

/** Typed arrays, names, and an example for every value: rules that no linter has. */
export function schemaStyle(documents: Documents): Count {
  return count(
    places(documents),
    ({ pointer }) => pointer,
    ({ schema, pointer }) => {
      if (typesOf(schema).includes('array') && schema['items'] === undefined) return 'untyped array'
      const component = /^\/components\/schemas\/([^/]+)$/.exec(pointer)?.[1]
      if (component !== undefined && !/^([A-Z][a-z0-9]*)+$/.test(component)) return 'not PascalCase'
      const told = schema['x-enum-varnames'] as readonly unknown[] | undefined
      if (areAlike({ enum: told ?? schema['enum'] })) return 'two values of one name'
      const names = Object.keys(tree(schema['properties']))
      // Operators of conditions begin with a dollar sign.
      const odd = names.find(name => !/^\$?[a-z][a-z0-9_]*$/.test(name))
      if (odd !== undefined) return `${odd} is not snake_case`
      const shown = schema['examples'] !== undefined || pointer.includes('/parameters/')
      return isLeaf(schema) && !shown && !isPart(pointer) ? 'no example' : null
    }
  )
}

/** Whether the schema has no parts. */
function isLeaf(schema: Tree): boolean {
  const branches = (schema['anyOf'] as Tree[] | undefined) ?? [schema]
  if (branches.some(branch => branch['$ref'] !== undefined)) return false
  const types = branches.flatMap(typesOf)
  return types.length > 0 && !types.includes('object') && !types.includes('array')
}

/** Whether a schema is about the same value as one around it, which describes and shows it. */
function isPart(pointer: string): boolean {
  return /\/(anyOf|allOf)\/\d+$|\/not(\/|$)/.test(pointer)
}

/** Every example fits its schema. */
export function validExamples(documents: Documents): Count {
  return together(
    both(documents).map(document => {
      const validators = new Validators(document)
      return count(
        examplesOf(document),
        ({ at }) => at,
        ({ schema, value }) => validators.mistake(schema, value)
      )
    })
  )
}

/** A value that is filled in, anywhere but in the first words. */
const LATE_DEFAULT =
  /.\bleft out( or null| of [a-z ]+)?, (`\w+`|\d+|true|false)\.|\bby default\b|, the default[,)]/is

/**
 * Every schema and property has a description, which begins with what it is when it is left out; a
 * parameter describes its schema itself.
 */
export function descriptions(documents: Documents): Count {
  return count(
    places(documents).filter(
      ({ schema, pointer }) => schema['$ref'] === undefined && !isPart(pointer)
    ),
    ({ pointer }) => pointer,
    ({ schema, pointer }) => {
      if (LATE_DEFAULT.test(String(schema['description']))) return 'a default that is said late'
      return schema['description'] || pointer.includes('/parameters/') ? null : 'no description'
    }
  )
}

/** A format, bounds or a pattern on every string, number and array. */
export function bounds(documents: Documents): Count {
  return count(
    places(documents).filter(({ schema }) => typesOf(schema).length > 0),
    ({ pointer }) => pointer,
    ({ schema }) => {
      if (schema['enum'] !== undefined || schema['const'] !== undefined) return null
      const has = (...keywords: string[]) => keywords.some(keyword => schema[keyword] !== undefined)
      for (const type of typesOf(schema)) {
        if (type === 'string' && !has('maxLength', 'format', 'pattern')) return 'unbounded string'
        const low = has('minimum', 'exclusiveMinimum')
        if (/integer|number/.test(type) && !(low && has('maximum'))) return 'unbounded number'
        if (type === 'array' && !has('maxItems')) return 'unbounded array'
      }
      return null
    }
  )
}

/** Each example of a branch fits exactly that branch, and the branches say how they differ. */
export function unions(documents: Documents): Count {
  return together(
    both(documents).map(document => {
      const validators = new Validators(document)
      const found = [...schemasOf(document)].filter(({ schema }) => schema['oneOf'] !== undefined)
      return count(
        found,
        ({ pointer }) => pointer,
        ({ schema, pointer }) => {
          const branches = schema['oneOf'] as Tree[]
          const told = schema['discriminator'] !== undefined || splitByConstant(document, branches)
          if (!told) return 'neither discriminator nor constant'
          const examples = branches.flatMap(branch => followed(document, branch)['examples'] ?? [])
          const twice = examples.find(
            value =>
              branches.filter((_, n) => validators.fits(`${pointer}/oneOf/${n}`, value)).length !==
              1
          )
          return twice === undefined ? null : `not one branch fits ${JSON.stringify(twice)}`
        }
      )
    })
  )
}

/**
 * Whether all branches have one property, each with a constant of its own; a branch that is a union
 * has those of its branches.
 */
function splitByConstant(document: Tree, branches: readonly Tree[]): boolean {
  const leaves = branches.map(branch => leavesOf(document, branch))
  return Object.keys(tree(leaves[0]?.[0]?.['properties'])).some(name => {
    const constant = ({ properties }: Tree) => tree(tree(properties)[name])['const']
    const values = leaves.flatMap(each => [...new Set(each.map(constant))])
    return !values.includes(undefined) && new Set(values).size === values.length
  })
}

/** The branches of a branch, itself when it has none. */
function leavesOf(document: Tree, branch: Tree): Tree[] {
  const flat = followed(document, branch)
  const inner = flat['oneOf'] as Tree[] | undefined
  return inner === undefined ? [flat] : inner.flatMap(each => leavesOf(document, each))
}

/**
 * Null is a type in 3.1, or a branch beside an enumeration, a named object or branches of several
 * types; in 3.0 it is a word beside a type. Neither document uses the other's way.
 */
export function nulls(documents: Documents): Count {
  const newer = count(
    places(documents),
    ({ pointer }) => pointer,
    ({ schema }) => {
      if (schema['nullable'] !== undefined) return 'nullable'
      const beside = ['enum', 'properties'].find(word => schema[word] !== undefined)
      if (typesOf(schema).includes('null') && beside !== undefined) return `null beside ${beside}`
      const branches = [schema['oneOf'] ?? [], schema['anyOf'] ?? []].flat() as Tree[]
      if (!branches.some(({ type }) => type === 'null')) return null
      const isOfOneType = branches.length === 2
      const isNamed = branches.some(branch => branch['$ref'] ?? branch['enum'])
      return isOfOneType && !isNamed ? 'null as a branch' : null
    }
  )
  const older = count(
    documents.older.flatMap(document => [...schemasOf(document)]),
    ({ pointer }) => `3.0 ${pointer}`,
    ({ schema }) => {
      if (Array.isArray(schema['type']) || schema['type'] === 'null') return 'a type of 3.1'
      if (schema['nullable'] !== undefined && schema['type'] === undefined) return 'null of no type'
      const later = ['const', 'examples', 'exclusiveMinimum', 'exclusiveMaximum']
      const left = later.find(word => schema[word] !== undefined && schema[word] !== true)
      return left === undefined ? null : `${left} of 3.1`
    }
  )
  // The converter drops these silently, and the 3.0 document then accepts what ours refuses.
  const dropped = count(
    places(documents),
    ({ pointer }) => pointer,
    ({ schema }) => {
      const word = NOT_IN_3_0.find(word => schema[word] !== undefined)
      return word === undefined ? null : `${word}, which 3.0 has no words for`
    }
  )
  return together([newer, older, dropped])
}

const NOT_IN_3_0 = [
  'patternProperties',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'if',
  'contains',
  'prefixItems',
  'unevaluatedProperties'
]

/** Collects every schema that a body reaches, by its pointer. */
function reached(document: Tree, place: Place, seen: Map<string, Tree>): void {
  for (const { schema, pointer } of schemasIn(place.schema, place.pointer)) {
    if (seen.has(pointer)) continue
    seen.set(pointer, schema)
    const reference = schema['$ref']
    if (typeof reference !== 'string') continue
    reached(document, { schema: lookUp(document, reference), pointer: reference.slice(1) }, seen)
  }
}

/** Every schema of request bodies, or of response bodies. */
function bodiesOf(document: Tree, side: 'request' | 'response'): Map<string, Tree> {
  const seen = new Map<string, Tree>()
  for (const { tree: operation, pointer } of operationsOf(document)) {
    const bodies =
      side === 'request' ? [operation['requestBody']] : Object.values(tree(operation['responses']))
    for (const body of bodies) {
      for (const media of Object.values(tree(followed(document, body)['content']))) {
        reached(document, { schema: tree(tree(media)['schema']), pointer: `${pointer}/body` }, seen)
      }
    }
  }
  return seen
}

/** Requests are closed, answers are open, in objects as in enumerations. */
export function openness(documents: Documents): Count {
  return together(
    both(documents).flatMap(document => {
      const requests = bodiesOf(document, 'request')
      const answers = bodiesOf(document, 'response')
      return [
        count(
          requests,
          ([pointer]) => `request ${pointer}`,
          ([pointer, schema]) => (isClosed(schema) || isPart(pointer) ? null : 'open object')
        ),
        count(
          answers,
          ([pointer]) => `answer ${pointer}`,
          ([pointer, schema]) => {
            if (schema['additionalProperties'] === false) return 'closed object'
            if (schema['enum'] === undefined || schema['const'] !== undefined) return null
            const around = answers.get(pointer.replace(/\/anyOf\/\d+$/, '')) ?? schema
            const isOpen = String(around['description']).includes('Open set:')
            return isOpen ? null : 'an enumeration not said to be open'
          }
        )
      ]
    })
  )
}

/** Whether an object takes no property that nobody described; anything else is closed anyway. */
function isClosed(schema: Tree): boolean {
  if (!typesOf(schema).includes('object')) return true
  const parts = [schema, ...((schema['allOf'] ?? []) as Tree[])]
  // A map from the caller's names to values with a schema is not open.
  if (parts.some(part => isTree(part['additionalProperties']))) return true
  const others = schema['additionalProperties']
  return others === false || (others === true && schema['properties'] === undefined)
}
