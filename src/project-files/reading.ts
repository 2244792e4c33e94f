/**
 * Reads the text of a project file as a value, and finds what a reader would silently lose: a name
 * that is there twice, a number that is rounded, a tag that means nothing here. JSON is read by the
 * engine, so that a start that serves a file stays quick; whatever is wrong is told by the parser
 * of YAML, which knows lines.
 */
import { extname } from 'node:path'
import type { Alias, Document, LineCounter, Node, ParsedNode, Schema, YAMLMap } from 'yaml'
import type { RowFinding } from '../decisions/imports/columns.ts'
import { namesIn } from '../http/bodies.ts'
import { isSchema } from '../http/document.ts'
import { NESTING_MAX } from '../rules/sound-json.ts'
import { FileFailed } from './sections.ts'

export interface FileText {
  /** As messages name it; `.json` says that it is JSON, everything else is read as YAML. */
  readonly name: string
  readonly text: string
  /** What its parameters are this time; absent: what the file says. */
  readonly parameters?: Parameters
}

/** Values that a file declares by name, with what they are unless somebody says otherwise. */
export type Parameters = Readonly<Record<string, unknown>>

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
  if ('flaw' in told) return told
  // YAML takes it, such as a comma at the end of a list.
  const [, position = '0'] = /position (\d+)/.exec(found.message) ?? []
  const advice = 'Write JSON, or give the file a name that ends with .yaml.'
  const message = `The file is not JSON: ${found.message}. ${advice}`
  return { flaw: { offset: Number(position), message } }
}

/** The document of a text that is not nested too deeply, with the lines in it. */
async function parsedDocument(text: string): Promise<ParsedFile> {
  const { LineCounter: Lines, parseDocument, Schema } = await import('yaml')
  const lines = new Lines()
  const schema = withWholeTexts(new Schema({ schema: 'core', resolveKnownTags: true }))
  return {
    document: parseDocument(text, { lineCounter: lines, prettyErrors: false, schema }),
    lines
  }
}

/** The parser adds texts up by the character, each a piece of 32 bytes until the text is read. */
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

function toldOf({ code, message, pos }: Document['errors'][number], text: string): string {
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

/*
 * The value of a project file, and the line on which each part of it stands. YAML and JSON are read
 * by one parser, which knows lines, when there is a mistake to tell.
 */

/** A place in a file: names of properties and indexes, from the outside. */
export type FilePath = readonly (string | number)[]

export interface FileMistake {
  readonly path: FilePath
  readonly message: string
}

/** A mistake with its line; lines count from 1. */
interface LocatedMistake extends FileMistake {
  readonly line: number
}

/** A file turned down; nothing of it was carried out. */
export class FileRefused extends FileFailed {
  readonly mistakes: readonly LocatedMistake[]

  constructor(name: string, mistakes: readonly LocatedMistake[]) {
    const told = mistakes.map(
      ({ line, path, message }) =>
        `${name}, line ${line}${path.length === 0 ? '' : `, /${path.join('/')}`}: ${message}`
    )
    super([...told, 'Nothing was changed.'].join('\n'))
    this.mistakes = mistakes
  }
}

/** Told at most; a mistake at the top of a file may be one everywhere below it. */
const TOLD_MAX = 20

const NO_SECTIONS =
  'A project file is YAML or JSON with a property for each section, such as products and a list ' +
  'of them; rows of a CSV file are for the command import.'

/** The value of a file. @throws {FileRefused} when it cannot be read. */
export async function parsedFile(file: FileText): Promise<Readonly<Record<string, unknown>>> {
  const found = await readText(file)
  if ('flaw' in found) {
    const { offset, message } = found.flaw
    const line = file.text.slice(0, offset).split('\n').length
    throw new FileRefused(file.name, [{ line, path: [], message }])
  }
  if (isSchema(found.value)) return found.value
  throw new FileRefused(file.name, [{ line: 1, path: [], message: NO_SECTIONS }])
}

/** The same mistakes as one error, each with its line, in the order of the file. */
export async function refused(
  file: FileText,
  mistakes: readonly FileMistake[]
): Promise<FileRefused> {
  const { document, lines } = await parsedDocument(file.text)
  const located = mistakes.map(mistake => ({
    ...mistake,
    line: lines.linePos(offsetOf(document, mistake.path)).line
  }))
  located.sort((one, other) => one.line - other.line)
  return new FileRefused(file.name, located.slice(0, TOLD_MAX))
}

/** The property that a sentence begins with, as in `Property .items[0].price must be …`. */
export function pathTold(sentence: string): FilePath {
  const [, spelt = ''] = /^Property ((?:\.[\w-]+|\[\d+\])+)/.exec(sentence) ?? []
  const steps = [...spelt.matchAll(/\.([\w-]+)|\[(\d+)\]/g)]
  return steps.map(([, name, index]) => name ?? Number(index))
}

/** Where a part begins, or the nearest part around it that is there. */
function offsetOf(document: ParsedFile['document'], path: FilePath): number {
  for (let length = path.length; length > 0; length--) {
    const [outer, last] = [path.slice(0, length - 1), path[length - 1]]
    const around = (length === 1 ? document.contents : document.getIn(outer, true)) as YAMLMap
    const pair = around?.items?.find(
      each => 'key' in each && String((each.key as { value?: unknown }).value) === String(last)
    )
    const key = pair?.key as Node | undefined
    if (key?.range) return key.range[0]
    const node = document.getIn(path.slice(0, length), true) as Node | undefined
    if (node?.range) return node.range[0]
  }
  return (document.contents as Node | null)?.range?.[0] ?? 0
}

/* What a reader of JSON silently loses; which it is, is looked for only where something is lost. */

/** What a number may be written with, after its first character. */
const OF_NUMBERS = '-+.0123456789eE'

/** How many names it has, whether every number is kept as written, and where it is too deep. */
function measuredText(text: string) {
  let [names, depth, isExact] = [0, 0, true]
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? ''
    if (character === '"') {
      index = endOfText(text, index)
      if (isBeforeColon(text, index + 1)) names++
    } else if (character === '[' || character === '{') {
      if (++depth > DEPTH_MAX) return { names, isExact, tooDeepAt: index }
    } else if (character === ']' || character === '}') depth--
    else if (beginsNumber(character)) {
      const source = numberAt(text, index)
      index += source.length - 1
      isExact &&= lossOf(source, Number(source)) === null
    }
  }
  return { names, isExact, tooDeepAt: null }
}

/** The index of the quote that ends a text; the length where none does. */
function endOfText(text: string, start: number): number {
  let index = start + 1
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1
  return index
}

function isBeforeColon(text: string, start: number): boolean {
  let index = start
  while (' \t\r\n'.includes(text[index] ?? ':')) index++
  return text[index] === ':'
}

function beginsNumber(character: string): boolean {
  return character === '-' || (character >= '0' && character <= '9')
}

/** The number that begins there, as it is written. */
function numberAt(text: string, start: number): string {
  let end = start + 1
  while (OF_NUMBERS.includes(text[end] ?? ' ')) end++
  return text.slice(start, end)
}

/** What is lost of the text of an object, which was read as `value`; null for nothing. */
export function lossIn(text: string, value: unknown): RowFinding | null {
  const { names, isExact, tooDeepAt } = measuredText(text)
  // What is nested too deeply is refused as such.
  if (tooDeepAt !== null || (isExact && namesIn(value) === names)) return null
  return firstLossIn(text)
}

/** The first loss, and the property of the object in which it is. */
function firstLossIn(text: string): RowFinding | null {
  const open: (Set<string> | null)[] = []
  let column: string | null = null
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? ''
    if (character === '"') {
      const start = index
      index = endOfText(text, index)
      if (!isBeforeColon(text, index + 1)) continue
      const written = text.slice(start, index + 1)
      const name = JSON.parse(written) as string
      if (open.length === 1) column = name
      const names = open.at(-1)
      const message = `The name ${written} is in this object twice. Write it once.`
      if (names?.has(name)) return { column, message }
      names?.add(name)
    } else if (character === '{' || character === '[') {
      open.push(character === '{' ? new Set() : null)
    } else if (character === '}' || character === ']') open.pop()
    else if (beginsNumber(character)) {
      const source = numberAt(text, index)
      index += source.length - 1
      const message = lossOf(source, Number(source))
      if (message !== null) return { column, message }
    }
  }
  return null
}

/*
 * Looks through a document of YAML for what would exhaust the program, or be lost or changed on the
 * way to a value: endless nesting, aliases of aliases, tags, names that are no texts, numbers that
 * are rounded. An alias is followed once and remembered, so that a few lines which stand for a
 * billion values are measured as fast as they are read.
 */

type Yaml = typeof import('yaml')

/** `offset` counts from 0 in UTF-16 units. */
interface Flaw {
  readonly offset: number
  readonly message: string
}

interface ParsedFile {
  readonly document: Document.Parsed<ParsedNode> | Document<Node>
  readonly lines: LineCounter
}

/** What a body may be nested, and what a file has around it. */
const DEPTH_MAX = NESTING_MAX + 8

/** Of all that aliases stand for; more than any file has that says everything itself. */
const VALUES_MAX = 2_000_000

/** What is said of nesting, in YAML and JSON alike. */
const TOO_DEEP = `This is nested more than ${DEPTH_MAX} levels deep. Write it flatter.`

/** The first place in a document that cannot be taken as it is; null: there is none. */
function flawIn(yaml: Yaml, { contents }: ParsedFile['document'] | Document): Flaw | null {
  try {
    new Look(yaml).at(contents as Node | null, 0)
    return null
  } catch (error) {
    if (error instanceof Found) return error
    throw error
  }
}

/** Leaves a look at the first flaw. */
class Found extends Error implements Flaw {
  readonly offset: number

  constructor(node: Node, message: string) {
    super(message)
    this.offset = node.range?.[0] ?? 0
  }
}

const ONE = { values: 1, depth: 0 }
type Size = Readonly<typeof ONE>

class Look {
  readonly #yaml: Yaml
  /** What was named so far; undefined while it is looked at itself. */
  readonly #named = new Map<string, Size | undefined>()

  constructor(yaml: Yaml) {
    this.#yaml = yaml
  }

  /** @throws {Found} */
  at(node: Node | null, level: number): Size {
    const { isAlias, isCollection, isScalar } = this.#yaml
    if (node === null) return ONE
    if (isAlias(node)) return this.#of(node, level)
    if (node.tag !== undefined) {
      throw new Found(node, 'A tag changes this value. Write the value without it.')
    }
    const anchor = isScalar(node) || isCollection(node) ? node.anchor : undefined
    if (anchor !== undefined) this.#named.set(anchor, undefined)
    if (isScalar(node) && typeof node.value === 'number') {
      const loss = lossOf(node.source ?? '', node.value)
      if (loss !== null) throw new Found(node, loss)
    }
    const size = isCollection(node) ? this.#inside(node, level + 1) : ONE
    if (anchor !== undefined) this.#named.set(anchor, size)
    return size
  }

  #of(alias: Alias, level: number): Size {
    const { source } = alias
    const size = this.#named.get(source)
    if (size === undefined) {
      const isWithin = this.#named.has(source)
      const within = `The alias *${source} is inside the value that it stands for. Write the value out.`
      const none = `The alias *${source} stands for nothing: no &${source} comes before it.`
      throw new Found(alias, isWithin ? within : `${none} Write that first.`)
    }
    if (level + size.depth > DEPTH_MAX) throw new Found(alias, TOO_DEEP)
    return size
  }

  #inside(node: Node & { readonly items: readonly unknown[] }, level: number): Size {
    if (level > DEPTH_MAX) throw new Found(node, TOO_DEEP)
    let [values, depth] = [1, 0]
    for (const item of node.items) {
      for (const part of this.#partsOf(item)) {
        const size = this.at(part, level)
        values += size.values
        depth = Math.max(depth, size.depth)
        if (values <= VALUES_MAX) continue
        const many = `With its aliases this has more than ${VALUES_MAX} values.`
        throw new Found(part ?? node, `${many} Use fewer aliases.`)
      }
    }
    return { values, depth: depth + 1 }
  }

  #partsOf(item: unknown): readonly (Node | null)[] {
    const { isPair, isScalar } = this.#yaml
    if (!isPair(item)) return [item as Node | null]
    const [key, value] = [item.key, item.value] as [Node, Node | null]
    const { value: name, source = '', type } = isScalar(key) ? key : {}
    if (typeof name !== 'string') {
      const advice = source === '' ? 'Write one.' : `Write "${source}" in quotes.`
      throw new Found(key, `The name of a property is a text. ${advice}`)
    }
    if (name === '<<' && type === 'PLAIN') {
      throw new Found(key, '<< merges nothing in YAML 1.2. Write the properties out, one by one.')
    }
    return [key, value]
  }
}

/** The document, and a text that has not ended, are on the stack of the parser as well. */
const AROUND = 2

/**
 * Where a text is nested too deeply, by a parser that needs no stack of the engine; null: nowhere.
 * One that is too deep by a level or two is left to {@link flawIn}.
 */
function tooDeepAt({ Lexer, Parser }: Yaml, text: string): number | null {
  const parser = new Parser()
  for (const lexeme of new Lexer().lex(text)) {
    for (const _ of parser.next(lexeme));
    if (parser.stack.length > DEPTH_MAX + AROUND) return parser.offset
  }
  return null
}

/** Decimals of so many characters without an exponent are always kept. */
const ALWAYS_KEPT_LENGTH = 15

/**
 * Null: it is kept, exactly or as a dump writes it. Else what to write; `value` is what was made.
 */
export function lossOf(source: string, value: number): string | null {
  if (/^[-+]?0\d/.test(source)) {
    return 'A number has no leading zeros. Write it without them, or as a text in quotes.'
  }
  if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) {
    const isSameInteger = /^-?\d+$/.test(source) && BigInt(source) === BigInt(value)
    if (isSameInteger || isSameDecimal(source, value)) return null
    const most = `Numbers are exact up to ${Number.MAX_SAFE_INTEGER}.`
    return `${most} Write a smaller one, or a text in quotes.`
  }
  if (source.length <= ALWAYS_KEPT_LENGTH && !/e/i.test(source)) return null
  // Those to the base of 16 or 8 are whole, and their size was looked at.
  if (normal(source) === null || isSameDecimal(source, value)) return null
  return `This number would be rounded to ${value}. Write fewer digits, or a text in quotes.`
}

function isSameDecimal(source: string, value: number): boolean {
  const written = normal(source)
  return written !== null && written === normal(String(value))
}

/** Sign, digits and power of ten, of which each decimal has one; null: it is no decimal. */
function normal(decimal: string): string | null {
  const found = /^([-+]?)(\d*)(?:\.(\d*))?(?:e([-+]?\d+))?$/i.exec(decimal)
  if (found === null) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = found
  const digits = (whole + fraction).replace(/^0+/, '')
  let length = digits.length
  while (digits[length - 1] === '0') length--
  if (length === 0) return '0'
  const power = BigInt(exponent) + BigInt(digits.length - length - fraction.length)
  return `${sign === '-' ? '-' : ''}${digits.slice(0, length)}e${power}`
}
