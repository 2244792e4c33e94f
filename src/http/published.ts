/**
 * The files that are served as they are: the documents, the journeys through them, which name the
 * documents as files beside them, and the guides and rules for who calls the service.
 * Spec: openapi/README.md.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PublishedDocument, PublishedFiles } from './docs.ts'

export function generated(file: string): string {
  return fileURLToPath(new URL(`../../generated/${file}`, import.meta.url))
}

/** The published files of both documents, and of both in one. */
export const published: readonly PublishedDocument[] = [
  {
    title: 'Service',
    files: {
      '/openapi.json': generated('service.json'),
      '/openapi.yaml': generated('service.yaml'),
      '/openapi-3.0.json': generated('service-3.0.json')
    }
  },
  {
    title: 'Provisioning',
    files: {
      '/openapi-provisioning.json': generated('provisioning.json'),
      '/openapi-provisioning.yaml': generated('provisioning.yaml'),
      '/openapi-provisioning-3.0.json': generated('provisioning-3.0.json')
    }
  },
  {
    title: 'Both in one',
    files: {
      '/openapi-joined.json': generated('joined.json'),
      '/openapi-joined.yaml': generated('joined.yaml'),
      '/openapi-joined-3.0.json': generated('joined-3.0.json')
    }
  }
]

export const publishedSandbox: PublishedDocument = {
  title: 'Sandbox',
  files: {
    '/openapi-sandbox.json': generated('sandbox.json'),
    '/openapi-sandbox.yaml': generated('sandbox.yaml'),
    '/openapi-sandbox-3.0.json': generated('sandbox-3.0.json')
  }
}

/** The guides and the rules for who calls the service, as they stand in `openapi`. */
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
