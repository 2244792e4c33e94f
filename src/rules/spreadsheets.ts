/**
 * Texts in cells of files that spreadsheets open: one that a spreadsheet would run is written behind
 * an apostrophe, and read without it. What is written is read as it was, whatever the text is.
 * Spec: openapi/behaviour/imports-and-erasure.md#files-speak-the-language-of-the-api.
 */

/** A text as the cell of a file. */
export function asWritten(text: string): string {
  return isRun(withoutApostrophes(text)) ? `'${text}` : text
}

/** The cell of a file as the text that was written, or that somebody wrote by hand. */
export function asRead(cell: string): string {
  // A first look, because every cell of every file is looked at.
  if (!cell.startsWith("'")) return cell
  return isRun(withoutApostrophes(cell)) ? cell.slice(1) : cell
}

/** Texts that begin with apostrophes are marked as well, so that the first one is always ours. */
function withoutApostrophes(text: string): string {
  return text.replace(/^'+/, '')
}

/**
 * Whether a spreadsheet would run a text, also behind an end of line or in the wide signs of East
 * Asian keyboards. A sign before nothing but digits and separators (a telephone number) computes
 * nothing.
 */
function isRun(text: string): boolean {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^[+-][\d ().,/-]*$/.test(text)
}
