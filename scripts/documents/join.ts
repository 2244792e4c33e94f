/**
 * Both documents as one, from which one client is made with one type of each thing: a path such as
 * `/v1/rewards` is split over the two.
 *
 * The joined document says nothing of its own but its summary and the first paragraph of its
 * description. What both documents name they must say alike, so that the readers of any of the
 * three are told the same.
 */
import { componentsInOrder, isTree, sorted, type Tree, tree } from './walk.ts'

const SUMMARY = 'All operations of the service.'

const INTRODUCTION =
  'All operations of a self-hosted loyalty, voucher and promotion service: the sixteen published ' +
  'ones, and those beside them, which set up and show what they work on.'

/**
 * The operations of both documents, those of the first before the others, and all that they use.
 * Neither may have its links yet: those between two documents name files.
 * @throws {Error} when both have a thing and differ in it.
 */
export function joined(first: Tree, second: Tree): Tree {
  const both = together(comparable(first), comparable(second), [], DEPTH)
  const { description, ...info } = tree(both['info'])
  return {
    ...both,
    info: {
      title: tree(first['info'])['title'],
      summary: SUMMARY,
      description: `${INTRODUCTION}\n\n${description}`,
      ...info
    },
    tags: Object.values(sorted(tree(both['tags']))),
    components: componentsInOrder(tree(both['components']))
  }
}

/** Without the title, the summary and the first paragraph, which differ; with tags by name. */
function comparable(document: Tree): Tree {
  const { title: _title, summary: _summary, description, ...info } = tree(document['info'])
  const [, ...paragraphs] = String(description).split('\n\n')
  const tags = (document['tags'] ?? []) as Tree[]
  return {
    ...document,
    info: { ...info, description: paragraphs.join('\n\n') },
    tags: Object.fromEntries(tags.map(tag => [String(tag['name']), tag]))
  }
}

/** Document, paths, one path: what stands there by name may come from either document. */
const DEPTH = 2

/** Entries of both maps; maps within them are put together too, down to `depth`. */
function together(first: Tree, second: Tree, at: readonly string[], depth: number): Tree {
  const made: Tree = { ...first }
  for (const [name, value] of Object.entries(second)) {
    const known = made[name]
    const place = [...at, name]
    if (known === undefined) made[name] = value
    else if (depth > 0 && isTree(known) && isTree(value)) {
      made[name] = together(known, value, place, depth - 1)
    } else if (JSON.stringify(known) !== JSON.stringify(value)) {
      throw new Error(
        `The documents differ in ${place.join(' ')}. Write the same in both, because they are joined.`
      )
    }
  }
  return made
}
