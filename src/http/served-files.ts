/**
 * The files that are served as they are: the documents, the journeys through them, which name the
 * documents as files beside them, and the guides and rules for who calls the service.
 * Spec: openapi/guides/clients.md#the-documents.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PublishedDocument, PublishedFiles } from './docs-page.ts'

export function generated(file: string): string {
  return fileURLToPath(new URL(`../../generated/${file}`, import.meta.url))
}

export const published: readonly PublishedDocument[] = [
  documentOf('Service', 'openapi', 'service'),
  documentOf('Provisioning', 'openapi-provisioning', 'provisioning'),
  documentOf('Both in one', 'openapi-joined', 'joined')
]

export const publishedSandbox = documentOf('Sandbox', 'openapi-sandbox', 'sandbox')

function documentOf(title: string, url: string, name: string): PublishedDocument {
  const forms = ['.json', '.yaml', '-3.0.json']
  const files = forms.map(form => [`/${url}${form}`, generated(`${name}${form}`)])
  return { title, files: Object.fromEntries(files) }
}

export function texts(): PublishedFiles {
  const files = ['guides/', 'behaviour/', ''].flatMap(folder => {
    const path = fileURLToPath(new URL(`../../openapi/${folder}`, import.meta.url))
    const names = readdirSync(path).filter(name => name.endsWith('.md'))
    return names.toSorted().map(name => [`/docs/${folder}${name}`, join(path, name)] as const)
  })
  return Object.fromEntries(files)
}

/** The journeys, which the list on the docs page does not name. */
export const journeys: PublishedFiles = {
  '/arazzo.json': generated('arazzo.json'),
  '/arazzo.yaml': generated('arazzo.yaml')
}
