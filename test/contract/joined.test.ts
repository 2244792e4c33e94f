/**
 * The joined document has what both documents have, in both versions, and nothing else. What holds
 * for their operations and schemas holds for its own, because these are the same.
 */
import { readFileSync } from 'node:fs'
import t from 'tap'
import { componentsOf } from '../../scripts/documents/examples.ts'
import { joined } from '../../scripts/documents/join.ts'
import { operationsOf, type Tree, tree } from '../../scripts/documents/walk.ts'

const read = (name: string): Tree =>
  JSON.parse(readFileSync(new URL(`../../generated/${name}.json`, import.meta.url), 'utf8'))

/** A value whose links name operations, as those within one document do. */
function withinOneFile(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, links) => {
    if (key !== 'links') return links
    return Object.fromEntries(
      Object.entries(links as Tree).map(([target, link]) => {
        const { operationRef: _, ...rest } = tree(link)
        return [target, { ...rest, operationId: target }]
      })
    )
  })
}

for (const version of ['3.1', '3.0']) {
  t.test(`what both documents have is in the joined one, for OpenAPI ${version}`, async t => {
    const ending = version === '3.0' ? '-3.0' : ''
    const [first, second, both] = ['service', 'provisioning', 'joined'].map(name =>
      read(`${name}${ending}`)
    ) as [Tree, Tree, Tree]
    const found = new Map(operationsOf(both).map(operation => [operation.id, operation]))
    const wanted = [first, second].flatMap(operationsOf)
    t.strictSame([...found.keys()].sort(), wanted.map(({ id }) => id).sort())
    for (const operation of wanted) {
      t.strictSame(found.get(operation.id), withinOneFile(operation), operation.id)
    }
    const kinds = [first, second].flatMap(document => Object.keys(tree(document['components'])))
    t.strictSame(Object.keys(tree(both['components'])).sort(), [...new Set(kinds)].sort())
    for (const kind of kinds) {
      const parts = { ...componentsOf(first, kind), ...componentsOf(second, kind) }
      t.strictSame(componentsOf(both, kind), parts, kind)
    }
  })
}

const service = read('service')
const provisioning = read('provisioning')

const infoOf = (document: Tree) => tree(document['info'])
const tagOf = (document: Tree, name: string) =>
  tree((document['tags'] as Tree[]).find(tag => tag['name'] === name))
const rewardsOf = (document: Tree) => tree(tree(document['paths'])['/v1/rewards'])
const schemasOf = (document: Tree) => tree(tree(document['components'])['schemas'])

// biome-ignore format: a table
const differences: readonly (readonly [place: string, change: (document: Tree) => void])[] = [
  ['openapi',                     document => { document['openapi'] = '3.1.1' }],
  ['info version',                document => { infoOf(document)['version'] = '0.1.1' }],
  ['info description',            document => { infoOf(document)['description'] += ' More.' }],
  ['tags OAuth description',      document => { tagOf(document, 'OAuth')['description'] = '' }],
  ['paths /v1/rewards post',      document => { rewardsOf(document)['post'] = {} }],
  ['components schemas ErrorAnswer', document => { schemasOf(document)['ErrorAnswer'] = {} }]
]

for (const [place, change] of differences) {
  t.test(`documents with different ${place} cannot be joined`, async t => {
    const other = structuredClone(provisioning)
    t.doesNotThrow(() => joined(service, other))
    change(other)
    const message = `The documents differ in ${place}. Write the same in both, because they are joined.`
    t.throws(() => joined(service, other), { message })
  })
}

t.test('only the first paragraph of its introduction is its own', async t => {
  const paragraphs = (document: Tree) => String(infoOf(document)['description']).split('\n\n')
  const [own, ...others] = paragraphs(read('joined'))
  t.match(own, /sixteen published ones, and those beside them/)
  t.strictSame(others, paragraphs(service).slice(1))
  t.strictSame(others, paragraphs(provisioning).slice(1))
})
