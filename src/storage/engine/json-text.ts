/**
 * JSON that a row holds as text.
 */

/**
 * @throws where the text is no JSON, which only damage explains: a sentence without the text,
 * which the parser's own message would quote, because the log gets it.
 */
export function parsedJson<Data>(text: string): Data {
  try {
    return JSON.parse(text) as Data
  } catch {
    const length = text.length
    throw new Error(`A column of the database holds ${length} characters that are no JSON.`)
  }
}
