/**
 * The look of our pages, light and dark, and the content policy that allows it and nothing
 * else. Colours have names, so that a test can check the contrast of every pair of text and
 * background by WCAG 2. Nothing is wider than 320 pixels.
 * Spec: Customer.assets.
 */
import { createHash } from 'node:crypto'

export const STYLE = `
:root { color-scheme: light dark; --text: #1c1917; --quiet: #57534e; --accent: #0f5f59;
  --warning: #9a3412; --ground: #faf9f7; --sheet: #ffffff; --tint: #f0f5f4; --rule: #d6d3d1; }
@media (prefers-color-scheme: dark) {
  :root { --text: #f5f5f4; --quiet: #b5afa9; --accent: #6ed3c6; --warning: #fdba74;
    --ground: #171412; --sheet: #211d1b; --tint: #27302e; --rule: #44403c; } }
@media (forced-colors: active) {
  :root { --text: CanvasText; --quiet: CanvasText; --accent: Highlight; --warning: CanvasText;
    --ground: Canvas; --sheet: Canvas; --tint: Canvas; --rule: GrayText; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 44rem; color: var(--text);
  background: var(--ground); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header { margin: .5rem 0 1.25rem; }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 0 0 .75rem; font-size: 1.125rem; line-height: 1.3; }
h3 { margin: 0; font-size: 1.125rem; line-height: 1.3; }
p, ul { margin: 0 0 .5rem; }
section { margin: 0 0 1rem; padding: 1rem; background: var(--sheet);
  border: 1px solid var(--rule); border-radius: .75rem; }
article { padding: 1rem 0; border-top: 1px solid var(--rule); }
article:last-child { padding-bottom: 0; }
h2 + article { padding-top: 0; border-top: 0; }
figure { margin: 0; }
img { display: block; margin: 0 auto .5rem; width: 10rem; height: 10rem; background: #ffffff;
  border: 1px solid var(--rule); border-radius: .5rem; }
time { white-space: nowrap; }
code { font: 600 1rem/1.4 ui-monospace, monospace; }
pre { white-space: pre-wrap; }
details { margin-top: .75rem; padding-top: .75rem; border-top: 1px solid var(--rule); }
summary { padding: .25rem 0; cursor: pointer; color: var(--accent); font-weight: 600; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
table { width: 100%; border-collapse: collapse; font-size: .875rem; }
caption, .history figcaption { padding: 0 0 .75rem; font-weight: 600; text-align: left; }
th, td { padding: .375rem .5rem .375rem 0; text-align: left; vertical-align: top;
  border-top: 1px solid var(--rule); }
th { font-weight: 400; overflow-wrap: normal; }
thead th, tbody time { color: var(--quiet); }
tbody time { display: block; font-size: .8125rem; }
footer { margin: 1.25rem 0; color: var(--quiet); font-size: .875rem; }
.shop { margin: 0; color: var(--quiet); }
.pair { display: flex; flex-wrap: wrap; gap: 1rem; }
.pair > div { flex: 1 1 13rem; min-width: 0; }
.code { flex: 0 1 10rem; margin: 0 auto; min-width: 0; text-align: center; }
.label { display: block; color: var(--quiet); font-size: .875rem; }
.balance { line-height: 1.2; }
.balance strong { display: block; font-size: 2.5rem; line-height: 1.1; color: var(--accent);
  font-variant-numeric: tabular-nums; }
.state { color: var(--warning); font-weight: 600; }
.coming { padding: 0; list-style: none; }
.coming li { display: flex; gap: .5rem; margin: 0 0 .25rem; }
.coming svg { flex: none; width: .875rem; height: .875rem; margin-top: .3125rem; }
.number { padding-right: 0; padding-left: .5rem; text-align: right;
  font-variant-numeric: tabular-nums; }
section > .history, section > .movements, .still { margin-top: 1.25rem; }
.plot { display: grid; grid-template-columns: auto minmax(0, 1fr); column-gap: .5rem;
  color: var(--quiet); font-size: .8125rem; line-height: 1; }
.plot svg { display: block; width: 100%; height: 9rem; overflow: visible; }
.levels { display: flex; flex-direction: column; justify-content: space-between; margin: -.4rem 0;
  text-align: right; font-variant-numeric: tabular-nums; }
.axis { grid-column: 2; display: flex; justify-content: space-between; gap: .5rem;
  margin: .625rem 0 0; line-height: 1.3; }
.ahead { display: grid; grid-template-columns: 7fr 3fr; gap: 0; }
.ahead span { grid-area: 1 / 1; }
.ahead span:nth-child(2) { justify-self: end; transform: translateX(50%); }
.ahead span:nth-child(3) { grid-area: 2 / 1 / 3 / 3; justify-self: end; }
@media (min-width: 32rem) { .ahead span:nth-child(3) { grid-area: 1 / 2; } }
.plot path, .coming path { fill: none; vector-effect: non-scaling-stroke; }
.plot .grid { stroke: var(--rule); stroke-width: 1; }
.plot .area, .plot .later { fill: var(--tint); }
.plot .later { opacity: .6; }
.plot .line { stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; }
.plot .dashed { stroke-dasharray: 4 4; }
.plot .dot, .coming .dot { stroke-width: 10; stroke-linecap: round; stroke: var(--accent); }
.plot .hole, .coming .hole { stroke-width: 5; stroke: var(--sheet); }
.plot .expires, .coming .expires { stroke-width: 8; stroke-linecap: square;
  stroke: var(--warning); }
@media print { body { max-width: none; } section, article { break-inside: avoid; } }
`

/** Allows pictures of this server and the one style of the page, and nothing else. */
export const CONTENT_POLICY = [
  "default-src 'none'",
  "img-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join('; ')

export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CONTENT_POLICY,
  'x-content-type-options': 'nosniff'
}
