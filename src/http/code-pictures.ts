/**
 * Codes as pictures: QR codes and Code 128 barcodes, as PNG and as SVG. A library turns a code into
 * modules, the squares and stripes of the symbol; drawing them here costs a few lines and gives
 * what scanners want: whole pixels for each module, black on white, and a quiet margin. It also
 * bounds a picture's memory, whatever size is asked for.
 * Spec: VoucherAssets.
 */
import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

/** The kind of picture; also a part of its url. */
export type SymbolKind = 'qr' | 'barcode'
export type PictureFormat = 'png' | 'svg'

export interface PictureOptions {
  /** 1 to 100. QR: pixels for each module. Barcode: a module has a tenth of it, bars five times. */
  readonly size: number
  readonly format: PictureFormat
}

/** Included. */
export const SIZE_MAX = 100
/** Without a size: 290 pixels square for a short code as QR, 100 pixels high as barcode. */
export const SIZE_DEFAULT: { readonly [Kind in SymbolKind]: number } = { qr: 10, barcode: 20 }

/** Pixels of a side at most; a larger size is reduced to whole pixels for each module. */
const SIDE_MAX = 4096
/** White modules around a symbol, as its standard requires. */
const QUIET = { qr: 4, barcode: 10 } as const

/** Rows of modules, true for dark; a barcode is one row. The quiet zone is part of it. */
interface Modules {
  readonly rows: readonly (readonly boolean[])[]
  /** Pixels of a module across and down. */
  readonly pixel: { readonly width: number; readonly height: number }
}

/**
 * Whether Code 128 carries it: printable ASCII, short enough for a scanner. Every code fits a QR
 * code.
 */
export function fitsBarcode(code: string): boolean {
  return /^[ -~]{1,80}$/.test(code)
}

/** A picture of the code and its media type. The code of a barcode must fit one. */
export async function drawPicture(
  kind: SymbolKind,
  code: string,
  { size, format }: PictureOptions
): Promise<{ readonly type: string; readonly bytes: Buffer }> {
  const modules = kind === 'qr' ? await qrModules(code, size) : await barcodeModules(code, size)
  return format === 'svg'
    ? { type: 'image/svg+xml; charset=utf-8', bytes: Buffer.from(svgOf(modules)) }
    : { type: 'image/png', bytes: await pngOf(modules) }
}

/** Error correction M at least, readable with a seventh of it torn; every code fits it. */
async function qrModules(code: string, size: number): Promise<Modules> {
  const [symbol] = await encode({ bcid: 'qrcode', text: code, eclevel: 'M' })
  if (symbol === undefined || !('pixs' in symbol)) throw new Error('A QR code came out as stripes.')
  const { pixs, pixx: columns } = symbol
  const side = columns + 2 * QUIET.qr
  const margin = new Array<boolean>(QUIET.qr).fill(false)
  const empty = new Array<boolean>(side).fill(false)
  const rows = Array.from({ length: pixs.length / columns }, (_, row) => [
    ...margin,
    ...pixs.slice(row * columns, (row + 1) * columns).map(dark => dark === 1),
    ...margin
  ])
  const margins = new Array<boolean[]>(QUIET.qr).fill(empty)
  const width = wholePixels(size, side)
  return { rows: [...margins, ...rows, ...margins], pixel: { width, height: width } }
}

async function barcodeModules(code: string, size: number): Promise<Modules> {
  const [symbol] = await encode({ bcid: 'code128', text: code })
  if (symbol === undefined || !('sbs' in symbol)) throw new Error('A barcode came out as squares.')
  const margin = new Array<boolean>(QUIET.barcode).fill(false)
  // Widths of bars and of the spaces between them in turn, beginning with a bar.
  const stripes = symbol.sbs.flatMap((width, index) =>
    new Array<boolean>(width).fill(index % 2 === 0)
  )
  const row = [...margin, ...stripes, ...margin]
  const width = wholePixels(Math.ceil(size / 10), row.length)
  return { rows: [row], pixel: { width, height: size * 5 } }
}

function wholePixels(wanted: number, modules: number): number {
  return Math.max(1, Math.min(wanted, Math.floor(SIDE_MAX / modules)))
}

/** Loaded with the first picture: the library takes longer to load than a server to start. */
async function encode(options: { bcid: string; text: string; eclevel?: string }) {
  const { default: library } = await import('bwip-js/node')
  return library.raw(options)
}

function sizeOf({ rows, pixel }: Modules): { readonly width: number; readonly height: number } {
  return { width: (rows[0] ?? []).length * pixel.width, height: rows.length * pixel.height }
}

/** One path of the dark runs of each row, in pixels, so that edges fall between them. */
function svgOf(modules: Modules): string {
  const { width, height } = sizeOf(modules)
  const { rows, pixel } = modules
  const runs = rows.flatMap((row, y) => {
    const dark = row.map(each => (each ? '#' : ' ')).join('')
    return Array.from(dark.matchAll(/#+/g), ({ 0: { length }, index }) => {
      const across = length * pixel.width
      return `M${index * pixel.width} ${y * pixel.height}h${across}v${pixel.height}h${-across}z`
    })
  })
  const box = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" ${box} shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${width}v${height}h${-width}z"/><path d="${runs.join('')}"/></svg>\n`
  )
}

/** One bit for each pixel, 1 for white, each line led by its filter, which is none. */
async function pngOf(modules: Modules): Promise<Buffer> {
  const { width, height } = sizeOf(modules)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const lines = modules.rows.flatMap(row =>
    new Array<Buffer>(modules.pixel.height).fill(lineOf(row, modules.pixel.width))
  )
  const data = await compressed(Buffer.concat(lines))
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND')])
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const compressed = promisify<Buffer, Buffer>(deflate)

function lineOf(row: readonly boolean[], pixelWidth: number): Buffer {
  const line = Buffer.alloc(1 + Math.ceil((row.length * pixelWidth) / 8))
  row.forEach((dark, x) => {
    if (dark) return
    for (let at = x * pixelWidth; at < (x + 1) * pixelWidth; at++) {
      line[1 + (at >> 3)] = (line[1 + (at >> 3)] ?? 0) | (0x80 >> (at & 7))
    }
  })
  return line
}

/** Length, type, data, and a checksum of the two. */
function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
