import { createHash } from 'node:crypto'
import t from 'tap'
import { CONTENT_POLICY, STYLE } from '../../src/http/page-style.ts'
import { customerPage } from '../../src/http/pages.ts'
import { project } from './support/given.ts'

const page = customerPage({
  project,
  now: '2026-11-20T10:00:00.000Z',
  customer: { name: 'Ada Baker' },
  cards: [],
  vouchers: [],
  more: { cards: 0, vouchers: 0 }
})

t.test('CONTENT_POLICY: the page has one style, and it is the one that is let through', async t => {
  const styles = [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text = '']) =>
    createHash('sha256').update(text).digest('base64')
  )
  t.strictSame(CONTENT_POLICY.split('; '), [
    "default-src 'none'",
    "img-src 'self'",
    `style-src 'sha256-${styles.join()}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ])
  t.notMatch(page, / style=/)
})

/** The colours by name, as the n-th scheme of the style has them. */
function palette(scheme: number): ReadonlyMap<string, string> {
  const block = STYLE.match(/:root \{[^}]*\}/g)?.[scheme] ?? ''
  return new Map(
    [...block.matchAll(/--(\w+): (#[\da-f]{6});/g)].map(([, n = '', c = '']) => [n, c])
  )
}

t.test('STYLE: by day and at night, everything stands out from what is behind it', async t => {
  // colour, what is behind it, at least, by WCAG 2: text 4.5, what is drawn 3
  const rows: [string, string, number][] = [
    ['text', 'ground', 7],
    ['text', 'sheet', 7],
    ['quiet', 'ground', 4.5],
    ['quiet', 'sheet', 4.5],
    ['accent', 'sheet', 4.5],
    ['warning', 'sheet', 4.5],
    ['accent', 'tint', 3],
    ['warning', 'tint', 3]
  ]
  for (const scheme of [0, 1]) {
    const colours = palette(scheme)
    t.equal(colours.size, 8)
    for (const [front, back, least] of rows) {
      const found = contrast(colours.get(front) ?? '', colours.get(back) ?? '')
      t.ok(found >= least, `${front} on ${back}, scheme ${scheme}: ${found.toFixed(1)}`)
    }
  }
  const told = STYLE.replaceAll(/:root \{[^}]*\}/g, '').match(/#[\da-f]{3,6}/g)
  t.strictSame(told, ['#ffffff'], 'every colour has a name but the white that a scanner wants')
})

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\da-f]{2}/g) ?? []).map(hex => {
    const part = Number.parseInt(hex, 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
