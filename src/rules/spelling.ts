/** Which of some names a word is meant to be that is none of them. */

/** Letters by which names are put in order: there may be many, and long ones. */
const COMPARED = 64

/** The names by how many of their first letters differ from the word, the nearest first. */
export function nearestFirst(word: string, names: readonly string[]): readonly string[] {
  const begun = word.slice(0, COMPARED)
  return names
    .map(name => ({ name, far: lettersBetween(begun, name.slice(0, COMPARED)) }))
    .sort((one, other) => one.far - other.far)
    .map(({ name }) => name)
}

/** How many letters are added, left out or changed from the one word to the other. */
export function lettersBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [at, theirs] of [...other].entries()) {
      const changed = (row[at] as number) + (letter === theirs ? 0 : 1)
      next.push(Math.min(changed, (row[at + 1] as number) + 1, (next[at] as number) + 1))
    }
    row = next
  }
  return row.at(-1) as number
}
