/** A guide or a page of rules for browsers: each heading has the id that links to it name. */
import { Marked, type Tokens } from 'marked'
import { html, pageOf, raw } from './pages.ts'

const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }: Tokens.Heading): string {
      const id = text
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-')
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    }
  }
})

/** `text` is ours, so its markup is taken as it stands. */
export function textPage(text: string): string {
  const [, title = 'Tessera'] = /^# (.*)/.exec(text) ?? []
  const content = marked.parse(text, { async: false })
  return pageOf(
    title,
    html`<main>
${raw(content)}
</main>
<footer><p><a href="/">All guides, rules and documents</a></p></footer>`
  )
}
