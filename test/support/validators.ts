/** What finds the mistakes in a value by the schemas of each document. */
import { Validators } from '../../scripts/documents/examples.ts'
import { type DocumentName, documents } from './requests.ts'

const of = (name: DocumentName) => new Validators(documents[name] as never)

export const validators = {
  service: of('service'),
  provisioning: of('provisioning'),
  sandbox: of('sandbox')
}
