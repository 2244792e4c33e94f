/** The media type of a form with files, without its boundary. */
export const FILES = 'multipart/form-data'
const BOUNDARY = 'a-boundary-of-tests'

/** A form with files; a value that is no text is sent as its JSON. */
export function partsOf(fields: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(fields).flatMap(([name, value]) => [
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; name="${name}"; filename="${name}.csv"`,
    'Content-Type: text/csv',
    '',
    typeof value === 'string' ? value : JSON.stringify(value)
  ])
  return [...parts, `--${BOUNDARY}--`, ''].join('\r\n')
}

/** A media type as the header says it. */
export function typeHeader(type: string): string {
  return type === FILES ? `${FILES}; boundary=${BOUNDARY}` : type
}
