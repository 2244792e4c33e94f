/** The page at the root of the service: where to go from here and, outside production, what runs. */
import { type PublishedDocument, type PublishedFiles, titlesOf } from './docs-page.ts'
import { html, pageOf } from './pages.ts'

export interface FrontPage {
  readonly documents: readonly PublishedDocument[]
  readonly texts: PublishedFiles
  /** The page of a customer of the demo; null where there is none, or its keys are refused. */
  readonly customerPage: string | null
  /** Version and engine, and whether the service is ready; null in production. */
  readonly running: string | null
}

export async function frontPage(page: FrontPage): Promise<string> {
  const { documents, customerPage, running } = page
  const guides = await titlesOf(page.texts)
  const filesOf = ({ title, files }: PublishedDocument) => html`<li>${title}:
${Object.keys(files).map(url => html`<a href="${url}">${url.slice(1)}</a> `)}</li>`
  return pageOf(
    'Tessera',
    html`<header>
<h1>Tessera</h1>
<p class="shop">Loyalty, vouchers and promotions, self-hosted</p>
</header>
<main>
<section><h2>Try it</h2>
<ul>
<li><a href="/docs">The operations, to read and to try</a></li>
${customerPage && html`<li><a href="${customerPage}">The page of a customer of the demo</a></li>`}
</ul>
</section>
<section><h2>Documents</h2>
<ul>${documents.map(filesOf)}</ul>
</section>
<section><h2>Guides and rules</h2>
<ul>${guides.map(({ url, title }) => html`<li><a href="${url}">${title}</a></li>`)}</ul>
</section>
</main>
${running && html`<footer><p>${running}</p></footer>`}`
  )
}
