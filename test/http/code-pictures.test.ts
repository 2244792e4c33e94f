import t from 'tap'
import {
  drawPicture,
  fitsBarcode,
  type PictureFormat,
  SIZE_DEFAULT,
  SIZE_MAX,
  type SymbolKind
} from '../../src/http/code-pictures.ts'
import { pixelsOfPng, pixelsOfSvg, scanBarcode, scanQr } from './support/scanner.ts'

async function drawn(kind: SymbolKind, code: string, size: number, format: PictureFormat) {
  const { type, bytes } = await drawPicture(kind, code, { size, format })
  const pixels = format === 'png' ? pixelsOfPng(bytes) : pixelsOfSvg(bytes.toString())
  return { type, pixels }
}

t.test('drawPicture: a QR code reads as the code, whatever is in it', async t => {
  const codes = [
    'CLUB-ADA-0001',
    '0',
    '0123456789012345678901234567890',
    'AB12 $%*+-./:',
    'a^NUL^013b',
    '~ !"#&<>\\',
    'été 日本 \u{1f600}',
    'x'.repeat(80),
    'x'.repeat(512),
    '\u{1f600}'.repeat(512)
  ]
  for (const code of codes) {
    const { pixels } = await drawn('qr', code, 1, 'png')
    t.equal(scanQr(pixels).code, code, `${code.slice(0, 20)}, ${code.length} units`)
  }
})

t.test('drawPicture: a barcode reads as the code, whatever is in it', async t => {
  const codes = [
    'CLUB-ADA-0001',
    '0',
    '0123456789',
    'a1234567b',
    '^013',
    '~ !"#&<>\\',
    'x'.repeat(80)
  ]
  for (const code of codes) {
    t.equal(scanBarcode((await drawn('barcode', code, 1, 'png')).pixels).code, code, code)
  }
})

t.test('drawPicture: size is pixels for each module of a QR code', async t => {
  // size                 side of 21 modules and 4 of white on each side
  const rows: [number, number][] = [
    [1, 29],
    [3, 87],
    [SIZE_DEFAULT.qr, 290],
    [33, 957]
  ]
  for (const [size, side] of rows) {
    for (const format of ['png', 'svg'] as const) {
      const { pixels } = await drawn('qr', 'CLUB-ADA-0001', size, format)
      t.strictSame([pixels[0]?.length, pixels.length], [side, side], `${size} as ${format}`)
      t.strictSame(scanQr(pixels), { code: 'CLUB-ADA-0001', pixel: size }, `${size} as ${format}`)
    }
  }
})

t.test('drawPicture: size scales a barcode, its bars more finely than its modules', async t => {
  // size                      pixel  height
  const rows: [number, number, number][] = [
    [1, 1, 5],
    [10, 1, 50],
    [11, 2, 55],
    [SIZE_DEFAULT.barcode, 2, 100],
    [SIZE_MAX, 10, 500]
  ]
  for (const [size, pixel, height] of rows) {
    for (const format of ['png', 'svg'] as const) {
      const found = scanBarcode((await drawn('barcode', 'SPRING-0001', size, format)).pixels)
      t.strictSame(found, { code: 'SPRING-0001', pixel, height }, `${size}, ${format}`)
    }
  }
})

t.test('drawPicture: no side has more than 4096 pixels, whatever code and size', async t => {
  const longest = '\u{1f600}'.repeat(512)
  const row = 'x'.repeat(80)
  // kind  code  modules across  pixels of each  rows of pixels
  const rows: [SymbolKind, string, number, number, number][] = [
    ['qr', 'CLUB-ADA-0001', 21 + 8, SIZE_MAX, 2900],
    ['qr', longest, 169 + 8, 23, 4071],
    ['barcode', row, 20 + 11 * 82 + 13, 4, 500]
  ]
  for (const [kind, code, modules, pixel, height] of rows) {
    const { bytes } = await drawPicture(kind, code, { size: SIZE_MAX, format: 'png' })
    const outcome = [modules * pixel, height]
    t.strictSame([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], outcome, `${kind} of ${height}`)
  }
})

t.test('drawPicture: each format has its media type, and an SVG says nothing else', async t => {
  for (const kind of ['qr', 'barcode'] as const) {
    const png = await drawPicture(kind, 'A', { size: 1, format: 'png' })
    t.equal(png.type, 'image/png')
    t.equal(png.bytes.toString('latin1', 0, 8), '\x89PNG\r\n\x1a\n')
    const svg = await drawPicture(kind, 'A', { size: 1, format: 'svg' })
    t.equal(svg.type, 'image/svg+xml; charset=utf-8')
    const said = svg.bytes.toString().replace(/ (?:width|height|viewBox|d)="[\w -]+"/g, '')
    t.equal(
      said,
      '<svg xmlns="http://www.w3.org/2000/svg" shape-rendering="crispEdges">' +
        '<path fill="#fff"/><path/></svg>\n'
    )
  }
})

t.test('fitsBarcode: printable ASCII, 1 to 80 characters', async t => {
  // code                 outcome
  const rows: [string, boolean][] = [
    ['A', true],
    [' ', true],
    ['~', true],
    ['x'.repeat(80), true],
    ['x'.repeat(81), false],
    ['', false],
    ['\u007f', false],
    ['é', false],
    ['\u{1f600}', false]
  ]
  for (const [code, outcome] of rows) t.equal(fitsBarcode(code), outcome, JSON.stringify(code))
})
