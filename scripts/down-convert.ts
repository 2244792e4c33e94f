import { Converter } from '@apiture/openapi-down-convert'
export function downConvert(document: object): object {
  return new Converter(document, { allOfTransform: true }).convert()
}
