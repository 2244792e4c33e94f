/**
 * The documents as files, and the page on which to read and try them.
 *
 * Everything is served from this machine: no font, script or picture comes from elsewhere, and the
 * page's content policy forbids it to try. The page's library takes longer to load than the rest of
 * the service to start, so it waits for its first visitor, in an application of its own: its routes
 * and headers never mix with ours.
 *
 * Spec: nothing; the urls are ours.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import fastify, { type FastifyInstance } from 'fastify'
import type { Page, PageAnswer, PageRequest } from './types.ts'

/** One document as files of a folder. */
export interface PublishedDocument {
  /** What the list on the page calls it. */
  readonly title: string
  /** The start of its urls: `/openapi` for `/openapi.json`, `/openapi.yaml`, `/openapi-3.0.json`. */
  readonly url: string
  /** The bundled JSON file, absolute. */
  readonly file: string
  /** The same for tools that stop at 3.0, where there is one. */
  readonly file30: string | null
}

/** The page may talk to this server only, and nobody may frame it. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join('; ')
