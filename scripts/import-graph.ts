/**
 * Draws in ARCHITECTURE.md which folder of `src` imports which, and in how many places.
 *
 * `node scripts/import-graph.ts` writes; `--check` writes nothing and fails where the graph is
 * stale. Both fail where folders import each other, directly or around.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const PAGE = 'ARCHITECTURE.md'
const BEGIN = '<!-- Made by npm run graph -->\n'
const END = '<!-- to here -->\n'

/** What a file imports by its path: values and types, at once or when it is wanted. */
const IMPORT = /(?:\bfrom|\bimport\(|^import)\s*'(\.[^']+)'/gm

/** How many files of another folder the files of a folder import, by both. */
type Graph = ReadonlyMap<string, ReadonlyMap<string, number>>

async function main(): Promise<void> {
  const path = join(root, PAGE)
  const page = await readFile(path, 'utf8')
  const [before, rest] = page.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) {
    throw new Error(`${PAGE} has no place for the graph, which stands between:\n${BEGIN}${END}`)
  }
  const drawn = `${before}${BEGIN}\n\`\`\`text\n${drawnLines(await graph()).join('\n')}\n\`\`\`\n\n${END}${after}`
  if (drawn === page) return
  if (process.argv.includes('--check')) {
    throw new Error(`The graph in ${PAGE} is stale; run npm run graph and commit it.`)
  }
  await writeFile(path, drawn)
}

/** The folders of `src`, and the files beside them. */
async function graph(): Promise<Graph> {
  const graph = new Map<string, Map<string, number>>()
  for (const file of await readdir(join(root, 'src'), { recursive: true })) {
    if (!file.endsWith('.ts')) continue
    const path = join(root, 'src', file)
    const from = placeOf(path)
    const counts = graph.get(from) ?? new Map<string, number>()
    graph.set(from, counts)
    const text = await readFile(path, 'utf8')
    const imported = new Set([...text.matchAll(IMPORT)].map(([, named = '']) => named))
    for (const each of imported) {
      const to = placeOf(resolve(path, '..', each))
      if (to !== from) counts.set(to, (counts.get(to) ?? 0) + 1)
    }
  }
  return graph
}

/** The folder at the top of `src` that a file is in, the file itself, or another folder. */
function placeOf(path: string): string {
  const [top = '', inside = ''] = path
    .slice(root.length + 1)
    .replaceAll('\\', '/')
    .split('/')
  return top === 'src' ? inside : top
}

/** A line for each folder, after all that import it. @throws {Error} when there is no such order. */
function drawnLines(graph: Graph): readonly string[] {
  const left = new Map([...graph].sort(([one], [other]) => (one < other ? -1 : 1)))
  const order: string[] = []
  while (left.size > 0) {
    const isImported = (name: string) => [...left.values()].some(counts => counts.has(name))
    const next = [...left.keys()].find(name => !isImported(name))
    if (next === undefined) {
      throw new Error(`These folders of src import each other: ${[...left.keys()].join(', ')}.`)
    }
    order.push(next)
    left.delete(next)
  }
  const width = Math.max(...order.map(name => name.length))
  return order.map(name => {
    const counts = graph.get(name) ?? new Map<string, number>()
    const told = [...order, 'generated'].flatMap(to => {
      const count = counts.get(to)
      return count === undefined ? [] : [`${to}(${count})`]
    })
    return `${name.padEnd(width)}  ${told.join(' ')}`.trimEnd()
  })
}

await main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
