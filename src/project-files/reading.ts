/**
 * Reads the text of a project file as a value, and finds what a reader would silently lose: a name
 * that is there twice, a number that is rounded, a tag that means nothing here.
 *
 * JSON is read by the engine, so that a start that serves a file stays quick; one pass over its
 * text and its value finds the rest. Whatever is wrong is told by the parser of YAML, which knows
 * lines.
 */
import { extname } from 'node:path'
import type { Schema } from 'yaml'
import { namesIn } from '../http/json-bounds.ts'
import { measuredText } from './json-text.ts'
import { type Flaw, flawIn, type ParsedFile, TOO_DEEP, tooDeepAt } from './soundness.ts'

/** A text and what people call it. */
export interface FileText {
  /** As messages name it; `.json` says that it is JSON, everything else is read as YAML. */
  readonly name: string
  readonly text: string
}

type ParsedValue = { readonly value: unknown } | { readonly flaw: Flaw }

/** Of texts, which a schema keeps below a symbol as the tag of scalars in quotes. */
const TEXT_TAG = 'tag:yaml.org,2002:str'

/** Of YAML; 1.1 has other numbers, other names for true and false, and merges. */
const VERSION = '1.2'

const NO_TEXT = 'The file has the character U+0000, so it is not text. Name a file of YAML or JSON.'

/** A text as a value; or its first flaw. */
export async function readText({ name, text }: FileText): Promise<ParsedValue> {
  const nothing = text.indexOf('\0')
  if (nothing >= 0) return { flaw: { offset: nothing, message: NO_TEXT } }
  if (extname(name).toLowerCase() !== '.json') return yamlIn(text)
  const found = jsonIn(text)
  if (!(found instanceof SyntaxError)) return found ?? yamlIn(text)
  const told = await yamlIn(text)
  return 'flaw' in told ? told : { flaw: notJson(found) }
}

/** The document of a text that is not nested too deeply, with the lines in it. */
export async function parsedDocument(text: string): Promise<ParsedFile> {
  const { LineCounter: Lines, parseDocument, Schema } = await import('yaml')
  const lines = new Lines()
  const schema = withWholeTexts(new Schema({ schema: 'core', resolveKnownTags: true }))
  return {
    document: parseDocument(text, { lineCounter: lines, prettyErrors: false, schema }),
    lines
  }
}

/**
 * A schema by which each text in quotes is kept as one piece. The parser adds its characters up one
 * by one, and the engine would keep each of them as a piece of 32 bytes until the text is read.
 */
function withWholeTexts(schema: Schema): Schema {
  const descriptors = Object.getOwnPropertyDescriptors(schema) as Record<symbol, PropertyDescriptor>
  for (const name of Object.getOwnPropertySymbols(schema)) {
    const { value: tag } = descriptors[name] ?? {}
    if (tag?.tag !== TEXT_TAG) continue
    const whole = {
      ...tag,
      resolve: (text: string) => Buffer.from(text, 'utf16le').toString('utf16le')
    }
    return Object.create(schema, { [name]: { value: whole } })
  }
  return schema
}

/** Flawless JSON, or why it is none; null: what is wrong is for a parser with lines to tell. */
function jsonIn(text: string): ParsedValue | SyntaxError | null {
  const { names, isExact, tooDeepAt: offset } = measuredText(text)
  if (offset !== null) return { flaw: { offset, message: TOO_DEEP } }
  try {
    const value: unknown = JSON.parse(text)
    // Of names that are there twice the value has one.
    return isExact && namesIn(value) === names ? { value } : null
  } catch (error) {
    return error as SyntaxError
  }
}

/** YAML takes it, such as a comma at the end of a list. */
function notJson({ message }: SyntaxError): Flaw {
  const [, position = '0'] = /position (\d+)/.exec(message) ?? []
  const advice = 'Write JSON, or give the file a name that ends with .yaml.'
  return { offset: Number(position), message: `The file is not JSON: ${message}. ${advice}` }
}

async function yamlIn(text: string): Promise<ParsedValue> {
  const yaml = await import('yaml')
  const offset = tooDeepAt(yaml, text)
  if (offset !== null) return { flaw: { offset, message: TOO_DEEP } }
  const { document } = await parsedDocument(text)
  const version = document.directives?.yaml.version ?? VERSION
  if (version !== VERSION) {
    const message = `%YAML ${version} reads values in another way. Leave this line out.`
    return { flaw: { offset: text.search(/^%YAML/m), message } }
  }
  const [first] = [...document.errors, ...document.warnings]
  if (first !== undefined) return { flaw: { offset: first.pos[0], message: toldOf(first, text) } }
  const flaw = flawIn(yaml, document)
  return flaw === null ? { value: document.toJS({ maxAliasCount: -1 }) } : { flaw }
}

/** What the parser says, as a sentence. */
function toldOf({ code, message, pos }: Told, text: string): string {
  if (code === 'DUPLICATE_KEY') {
    const [name] = /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^:\n]*)/.exec(text.slice(pos[0])) ?? ['']
    return `The name ${name.trim()} is in this object twice. Write it once.`
  }
  if (code === 'MULTIPLE_DOCS') {
    return 'A second document begins here. Write one document, without a line of three dashes.'
  }
  if (code === 'TAG_RESOLVE_FAILED') return `${message} here. Write the value without it.`
  return `cannot be read: ${message}`
}

interface Told {
  readonly code: string
  readonly message: string
  readonly pos: readonly [number, number]
}
