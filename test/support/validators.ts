/**
 * What finds the mistakes in a value by the schemas of each document, with what stands beside them:
 * in a map of entries and a text, which name has the text.
 */
import { Validators } from '../../scripts/documents/examples.ts'
import type { Tree } from '../../scripts/documents/walk.ts'
import { forRequests } from '../../src/http/validation.ts'
import { type DocumentName, documents } from './requests.ts'

const taken = (name: DocumentName) => forRequests(documents[name]) as unknown as Tree

/** The documents as requests are held against them. */
export const requestDocuments = {
  service: taken('service'),
  provisioning: taken('provisioning'),
  sandbox: taken('sandbox')
}

export const validators = {
  service: new Validators(requestDocuments.service as never),
  provisioning: new Validators(requestDocuments.provisioning as never),
  sandbox: new Validators(requestDocuments.sandbox as never)
}
