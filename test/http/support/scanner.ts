/**
 * Reads our own pictures back, as a scanner would: PNG and SVG into pixels, pixels into modules,
 * modules into the code. Knows clean pictures only, so it corrects nothing, and reads what the
 * pictures use: QR at error correction M and better, Code 128 in its sets B and C.
 */
import { crc32, inflateSync } from 'node:zlib'

/** Rows of pixels, true for dark. */
export type Pixels = readonly (readonly boolean[])[]

/** A PNG of one bit for each pixel; its checksums must be right. */
export function pixelsOfPng(png: Buffer): Pixels {
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const body = png.subarray(at + 4, at + 8 + length)
    if (crc32(body) !== png.readUInt32BE(at + 8 + length)) throw new Error('checksum')
    chunks.set(body.toString('latin1', 0, 4), body.subarray(4))
    at += 12 + length
  }
  const header = chunks.get('IHDR') ?? Buffer.alloc(13)
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  if (header.toString('hex', 8) !== '0100000000') throw new Error('not one bit of grey')
  const data = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0))
  const stride = 1 + Math.ceil(width / 8)
  if (data.length !== stride * height || !chunks.has('IEND')) throw new Error('incomplete')
  return Array.from({ length: height }, (_, y) => {
    if (data[y * stride] !== 0) throw new Error('filtered')
    return Array.from({ length: width }, (_, x) => {
      const byte = data[y * stride + 1 + (x >> 3)] ?? 0
      return ((byte >> (7 - (x & 7))) & 1) === 0
    })
  })
}

/** Our SVG: rectangles of one path, in pixels. */
export function pixelsOfSvg(svg: string): Pixels {
  const [, width = '', height = ''] = /width="(\d+)" height="(\d+)" viewBox/.exec(svg) ?? []
  const rows = Array.from({ length: Number(height) }, () => new Array<boolean>(Number(width)))
  for (const row of rows) row.fill(false)
  const path = svg.slice(svg.lastIndexOf('d="'))
  for (const rectangle of path.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)h-\d+z/g)) {
    const [left = 0, top = 0, across = 0, down = 0] = rectangle.slice(1).map(Number)
    for (const row of rows.slice(top, top + down)) row.fill(true, left, left + across)
  }
  return rows
}

/** The modules of a picture with so many white ones on its left; each module is whole pixels. */
function modulesOf(pixels: Pixels, quiet: number): { modules: Pixels; pixel: number } {
  const dark = pixels.find(row => row.includes(true)) ?? []
  const pixel = dark.indexOf(true) / quiet
  if (!Number.isInteger(pixel)) throw new Error(`a module has ${pixel} pixels`)
  const every = <Item>(list: readonly Item[]) => list.filter((_, index) => index % pixel === 0)
  return { modules: every(pixels).map(every), pixel }
}

export function scanQr(pixels: Pixels): { readonly code: string; readonly pixel: number } {
  const { modules, pixel } = modulesOf(pixels, 4)
  if (modules.length !== modules[0]?.length) throw new Error('not square')
  const symbol = modules.slice(4, -4).map(row => row.slice(4, -4))
  if (modules.flat().filter(Boolean).length !== symbol.flat().filter(Boolean).length) {
    throw new Error('something in the quiet zone')
  }
  return { code: textOf(dataOf(symbol), symbol.length), pixel }
}

/** By error correction, its number in the format and then by version: blocks, words to correct. */
const CORRECTION: { readonly [level: number]: readonly [string, string] } = {
  // M
  0: [
    '1 1 1 2 2 4 4 4 5 5 5 8 9 9 10 10 11 13 14 16 17 17 18 20 21 23 25 26 28 29 31 33 35 37 38 ' +
      '40 43 45 47 49',
    '10 16 26 18 24 16 18 22 22 26 30 22 22 24 24 28 28 26 26 26 26 28 28 28 28 28 28 28 28 28 ' +
      '28 28 28 28 28 28 28 28 28 28'
  ],
  // Q
  3: [
    '1 1 2 2 4 4 6 6 8 8 8 10 12 16 12 17 16 18 21 20 23 23 25 27 29 34 34 35 38 40 43 45 48 51 ' +
      '53 56 59 62 65 68',
    '13 22 18 26 18 24 18 22 20 24 28 26 24 20 30 24 28 28 26 30 28 30 30 30 30 28 30 30 30 30 ' +
      '30 30 30 30 30 30 30 30 30 30'
  ],
  // H
  2: [
    '1 1 2 4 4 4 5 6 8 8 11 11 16 16 18 16 19 21 25 25 25 34 30 32 35 37 40 42 45 48 51 54 57 60 ' +
      '63 66 70 74 77 81',
    '17 28 22 16 22 28 26 26 24 28 24 28 22 24 24 30 28 28 26 28 30 24 30 30 30 30 30 30 30 30 ' +
      '30 30 30 30 30 30 30 30 30 30'
  ]
}

/** The data codewords in their order, unmasked and taken from their blocks. */
function dataOf(symbol: Pixels): number[] {
  const size = symbol.length
  const version = (size - 17) / 4
  const bit = (row: number, column: number) => (symbol[row]?.[column] ? 1 : 0)
  const format = [0, 1, 2, 3, 4, 5, 7, 8].map(column => bit(8, column))
  const header = Number.parseInt(format.slice(0, 5).join(''), 2) ^ 0b10101
  const [blocksOf, correctionOf] = CORRECTION[header >> 3] ?? []
  if (!blocksOf || !correctionOf) throw new Error('less than error correction M')
  const bits: number[] = []
  for (const [row, column] of zigzag(size)) {
    if (isFunction(row, column, size, version)) continue
    bits.push(bit(row, column) ^ (masked(header & 7, row, column) ? 1 : 0))
  }
  const words = Array.from({ length: bits.length >> 3 }, (_, index) =>
    Number.parseInt(bits.slice(index * 8, index * 8 + 8).join(''), 2)
  )
  const blocks = Number(blocksOf.split(' ')[version - 1])
  const dataWords = words.length - blocks * Number(correctionOf.split(' ')[version - 1])
  const short = Math.floor(dataWords / blocks)
  const long = dataWords % blocks
  return Array.from({ length: blocks }, (_, block) => {
    const own = Array.from({ length: short }, (_, index) => words[index * blocks + block] ?? 0)
    const last = block - (blocks - long)
    return last < 0 ? own : [...own, words[short * blocks + last] ?? 0]
  }).flat()
}

/** Two columns at a time from the right, up and down in turn, around the timing column. */
function* zigzag(size: number): Generator<readonly [number, number]> {
  let upwards = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const row = upwards ? size - 1 - step : step
      yield [row, right]
      yield [row, right - 1]
    }
    upwards = !upwards
  }
}

function isFunction(row: number, column: number, size: number, version: number): boolean {
  const far = size - 8
  if ((row < 9 && (column < 9 || column >= far)) || (row >= far && column < 9)) return true
  if (row === 6 || column === 6) return true
  const low = size - 11
  if (version >= 7 && ((row < 6 && column >= low) || (column < 6 && row >= low))) return true
  const centres = alignment(version, size)
  return centres.some(y =>
    centres.some(x => {
      const inCorner = (y === 6 && (x === 6 || x === size - 7)) || (x === 6 && y === size - 7)
      return !inCorner && Math.abs(row - y) <= 2 && Math.abs(column - x) <= 2
    })
  )
}

function alignment(version: number, size: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = version === 32 ? 26 : Math.ceil((size - 13) / (count * 2 - 2)) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - index * step)]
}

function masked(mask: number, i: number, j: number): boolean {
  const product = i * j
  const patterns = [
    (i + j) % 2,
    i % 2,
    j % 3,
    (i + j) % 3,
    (Math.floor(i / 2) + Math.floor(j / 3)) % 2,
    (product % 2) + (product % 3),
    ((product % 2) + (product % 3)) % 2,
    (((i + j) % 2) + (product % 3)) % 2
  ]
  return patterns[mask] === 0
}

const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

function textOf(words: readonly number[], size: number): string {
  const bits = words.map(word => word.toString(2).padStart(8, '0')).join('')
  const version = (size - 17) / 4
  const group = version < 10 ? 0 : version < 27 ? 1 : 2
  let at = 0
  const take = (count: number) => {
    at += count
    return Number.parseInt(bits.slice(at - count, at) || '0', 2)
  }
  const bytes: number[] = []
  const put = (text: string) => bytes.push(...Buffer.from(text))
  for (let mode = take(4); mode !== 0; mode = take(4)) {
    const widths = { 1: [10, 12, 14], 2: [9, 11, 13], 4: [8, 16, 16] }[mode]
    if (widths === undefined) throw new Error(`mode ${mode}`)
    let left = take(widths[group] ?? 0)
    for (; mode === 4 && left > 0; left--) bytes.push(take(8))
    for (; mode === 2 && left > 1; left -= 2) {
      const pair = take(11)
      put(`${ALPHANUMERIC[Math.floor(pair / 45)]}${ALPHANUMERIC[pair % 45]}`)
    }
    if (mode === 2 && left === 1) put(ALPHANUMERIC[take(6)] ?? '')
    for (; mode === 1 && left > 2; left -= 3) put(String(take(10)).padStart(3, '0'))
    if (mode === 1 && left > 0) put(String(take(left * 3 + 1)).padStart(left, '0'))
  }
  return Buffer.from(bytes).toString()
}

/** Widths of the six stripes of each value, then of the starts in A, B and C. */
const STRIPES = (
  '212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231' +
  '113222123122123221223211221132221231213212223112312131311222321122321221312212322112322211' +
  '212123212321232121111323131123131321112313132113132311211313231113231311112133112331132131' +
  '113123113321133121313121211331231131213113213311213131311123311321331121312113312311332111' +
  '314111221411431111111224111422121124121421141122141221112214112412122114122411142112142211' +
  '241211221114413111241112134111111242121142121241114212124112124211411212421112421211212141' +
  '214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214' +
  '211232'
).match(/\d{6}/g) as readonly string[]
const STOP = '2331112'

/** The code of a barcode picture, and the pixels of its modules and of its bars. */
export function scanBarcode(pixels: Pixels) {
  const [first = []] = pixels
  if (pixels.some(row => row.some((dark, x) => dark !== first[x]))) throw new Error('not bars')
  const { modules, pixel } = modulesOf([first], 10)
  const row = (modules[0] ?? []).map(dark => (dark ? '1' : '0')).join('')
  const runs = /^0{10}(1.*1)0{10}$/.exec(row)?.[1]?.match(/1+|0+/g) ?? []
  const widths = runs.map(run => run.length).join('')
  if (!widths.endsWith(STOP)) throw new Error('no end')
  const values = (widths.slice(0, -STOP.length).match(/\d{6}/g) ?? []).map(readValue)
  const [start = 0, ...rest] = values
  const check = rest.pop()
  const sum = rest.reduce((total, value, index) => total + value * (index + 1), start)
  if (sum % 103 !== check) throw new Error('check character')
  return { code: readValues(start, rest), pixel, height: pixels.length }
}

function readValue(stripes: string): number {
  const at = STRIPES.indexOf(stripes)
  if (at === -1) throw new Error(`no value has ${stripes}`)
  return at
}

function readValues(start: number, values: readonly number[]): string {
  let set = start
  let code = ''
  for (const value of values) {
    if (value === 99) set = 105
    else if (value === 100) set = 104
    else if (set === 105) code += String(value).padStart(2, '0')
    else if (set === 104 && value < 95) code += String.fromCharCode(32 + value)
    else throw new Error(`value ${value} in set ${set}`)
  }
  return code
}
