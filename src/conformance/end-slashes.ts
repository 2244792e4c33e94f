/**
 * Addresses to which paths are added, in time that is in proportion to their length.
 */

/** Takes the slashes off the end of an address, so that a path can follow. */
export function withoutEndSlashes(address: string): string {
  let end = address.length
  while (address[end - 1] === '/') end--
  return address.slice(0, end)
}
