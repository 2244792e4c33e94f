/**
 * Where a request's CPU goes: a CPU profile, each sample counted for the innermost part of the
 * service that it was taken in. What belongs to no other part is HTTP: the framework, Node and
 * routing. Taking the samples counts as nothing.
 */

/** A CPU profile as the inspector writes it, as far as it is read here. */
interface Profile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string }
  readonly children?: readonly number[]
}

/** The parts, in the order of the table. */
export const PARTS = [
  'HTTP',
  'credentials',
  'validation',
  'load',
  'decide',
  'apply',
  'commit',
  'render',
  'garbage'
] as const

export type Part = (typeof PARTS)[number]

/** The first row that fits a frame names its part. */
const rows: readonly {
  readonly part: Part
  readonly url?: RegExp
  readonly name?: RegExp
}[] = [
  { part: 'garbage', name: /^\(garbage collector\)$/ },
  { part: 'commit', url: /\/src\/storage\//, name: /commit/i },
  { part: 'apply', url: /\/src\/storage\//, name: /^apply/ },
  { part: 'decide', url: /\/src\/(decisions|rules)\// },
  { part: 'load', url: /\/src\/storage\// },
  { part: 'credentials', url: /\/src\/http\/credentials/ },
  { part: 'validation', url: /\/src\/http\/validation/ },
  { part: 'validation', name: /^validate\d*$/ },
  { part: 'render', url: /\/src\/http\/views\// },
  { part: 'render', name: /^render$/ }
]

function partOf({ functionName, url }: ProfileNode['callFrame']): Part | null {
  const row = rows.find(
    each => (each.url?.test(url) ?? true) && (each.name?.test(functionName) ?? true)
  )
  return row?.part ?? null
}

/** Inside apply everything is apply: its statements stand in the files that loads ask as well. */
function within(outer: Part, inner: Part | null): Part {
  if (inner === null) return outer
  return outer === 'apply' && inner === 'load' ? 'apply' : inner
}

/** Microseconds of each part; waiting is none. */
export function partsOf(profile: Profile): ReadonlyMap<Part, number> {
  const byId = new Map(profile.nodes.map(node => [node.id, node]))
  const parts = new Map<number, Part | null>()
  const walk = (id: number, outer: Part) => {
    const node = byId.get(id)
    if (node === undefined) return
    const { functionName, url } = node.callFrame
    if (url.endsWith('/scripts/bench/sampling.ts')) return
    const idle = /^\((idle|program)\)$/.test(functionName)
    const part = within(outer, partOf(node.callFrame))
    parts.set(id, idle ? null : part)
    for (const child of node.children ?? []) walk(child, part)
  }
  walk(profile.nodes[0]?.id ?? 0, 'HTTP')
  const sums = new Map<Part, number>(PARTS.map(part => [part, 0]))
  profile.samples.forEach((id, index) => {
    const part = parts.get(id) ?? null
    if (part !== null) sums.set(part, (sums.get(part) ?? 0) + (profile.timeDeltas[index] ?? 0))
  })
  return sums
}
