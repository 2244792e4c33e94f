/**
 * The pages behind our signed urls: pictures of a code, the file of an export, and the customer
 * page. They need no credentials, because a customer, a mail program or a printer has none; the
 * token in the path is the permission. A token that is cut off, changed or of something deleted is
 * answered with a 404 that does not say which; one that was right and is over, with a 410.
 * Spec: VoucherAssets, Customer.assets, Export.result.
 */
import type { ExportedObject, Instant, Project } from '../model.ts'
import {
  drawPicture,
  fitsBarcode,
  type PictureOptions,
  SIZE_DEFAULT,
  SIZE_MAX,
  type SymbolKind
} from './code-pictures.ts'
import { HttpFailure } from './errors.ts'
import { type LinkSubject, openToken } from './links.ts'
import type { CustomerPage } from './pages.ts'
import type { PageAnswer, PageRequest, ServedPage } from './types.ts'

/** The reads of the pages; each gives null when the thing does not exist. */
export interface AssetData {
  readonly now: (project: Project) => Instant
  readonly projectById: (projectId: string) => Promise<Project | null>
  readonly codeOfVoucher: (project: Project, voucherId: string) => Promise<string | null>
  /** Null also until the export is DONE. */
  readonly exportFile: (project: Project, exportId: string) => Promise<ExportFile | null>
  readonly customerPage: (project: Project, customerId: string) => Promise<CustomerPage | null>
}

/** A complete file, which never changes. */
interface ExportFile {
  readonly exportedObject: ExportedObject
  /** The bytes of each part, as UTF-8. */
  readonly sizes: readonly number[]
  /** Null when the file has been deleted since. */
  readonly part: (index: number) => Promise<string | null>
}

export function assetPages(data: AssetData): readonly ServedPage[] {
  return [
    { url: '/assets/qr/:token', answer: request => answerPicture('qr', data, request) },
    { url: '/assets/barcode/:token', answer: request => answerPicture('barcode', data, request) },
    { url: '/files/exports/:token', answer: request => answerExport(data, request) },
    { url: '/customers/:token', answer: request => answerCustomer(data, request) }
  ]
}

/**
 * The url is the permission, so search engines must not keep it, and other sites must not learn it
 * from the referrer. A browser uses the bytes only as the type they are sent with.
 */
const GUARDED = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex'
}

/** A voucher keeps its code, so its picture never changes; but shared caches must not keep it. */
const PICTURE_HEADERS = {
  ...GUARDED,
  'cache-control': 'private, max-age=86400, immutable',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'"
}

async function answerPicture(kind: SymbolKind, data: AssetData, request: PageRequest) {
  const options = pictureOptions(kind, request.query)
  const { project, id } = await opened(kind, data, request)
  const code = await data.codeOfVoucher(project, id)
  if (code === null || (kind === 'barcode' && !fitsBarcode(code))) throw nothingThere()
  const { type, bytes } = await drawPicture(kind, code, options)
  return { status: 200, headers: { ...PICTURE_HEADERS, 'content-type': type }, bytes }
}

/**
 * `size` (a whole number, 1 to 100) and `format` (`png`, the default, or `svg`), each at most once.
 * @throws {HttpFailure} for any other parameter or value, naming it.
 */
function pictureOptions(kind: SymbolKind, query: PageRequest['query']): PictureOptions {
  refuseUnknown(query, ['size', 'format'])
  const { size = String(SIZE_DEFAULT[kind]), format = 'png' } = query
  if (typeof size !== 'string' || !/^[1-9]\d{0,2}$/.test(size) || Number(size) > SIZE_MAX) {
    throw invalid(`Query parameter size must be one whole number from 1 to ${SIZE_MAX}.`)
  }
  if (format !== 'png' && format !== 'svg')
    throw invalid("Query parameter format must be 'png' or 'svg'.")
  return { size: Number(size), format }
}

async function answerExport(data: AssetData, request: PageRequest): Promise<PageAnswer> {
  refuseUnknown(request.query, [])
  const { project, id } = await opened('export', data, request)
  const file = await data.exportFile(project, id)
  if (file === null) throw nothingThere()
  const size = file.sizes.reduce((sum, each) => sum + each, 0)
  const etag = `"${id}"`
  const asked = rangeOf(request, etag, size)
  const { from, end } = asked ?? { from: 0, end: size }
  const headers = {
    ...GUARDED,
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${file.exportedObject}-${id}.csv"`,
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    'content-length': String(end - from),
    etag,
    ...(asked && { 'content-range': `bytes ${from}-${end - 1}/${size}` })
  }
  return { status: asked === null ? 200 : 206, headers, bytes: bytesBetween(file, from, end) }
}

/**
 * What the header Range asks for, such as `bytes=100-199`, `bytes=100-` or `bytes=-100`; null for
 * the whole file: without it, for several ranges or none that is understood, and where If-Range names
 * another file. `end` is not included.
 * @throws {HttpFailure} where the file ends before it.
 */
function rangeOf({ headers }: PageRequest, etag: string, size: number) {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(String(headers['range'])) ?? []
  if ((first === '' && last === '') || (headers['if-range'] ?? etag) !== etag) return null
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size : Math.min(Number(last) + 1, size)
  if (from < size && from < end) return { from, end }
  if (from < size && first !== '') return null
  const details = `The file has ${size} bytes; ask for some of them, or leave the header Range out.`
  throw new HttpFailure('range_not_satisfiable', details, { 'content-range': `bytes */${size}` })
}

/** Each part is a read of its own, so that none blocks for long; parts outside are not read. */
async function* bytesBetween({ sizes, part }: ExportFile, from: number, end: number) {
  let begin = 0
  for (const [index, size] of sizes.entries()) {
    const [start, stop] = [Math.max(from - begin, 0), Math.min(end - begin, size)]
    begin += size
    if (start >= stop) continue
    const content = await part(index)
    if (content === null) throw new Error('The file was deleted while it was sent')
    yield Buffer.from(content).subarray(start, stop)
  }
}

/** Takes any query: mail and messaging programs add parameters to links. */
async function answerCustomer(data: AssetData, request: PageRequest): Promise<PageAnswer> {
  const { project, id } = await provenBy('customer', data, request)
  if (id === null && !String(request.headers['accept'] ?? '').includes('text/html')) throw over()
  const page = id === null ? null : await data.customerPage(project, id)
  if (id !== null && page === null) throw nothingThere()
  // The formats of dates and money take longer to load than everything else in this file.
  const [{ customerPage, endedPage }, { PAGE_HEADERS }] = await Promise.all([
    import('./pages.ts'),
    import('./page-style.ts')
  ])
  const headers = { ...GUARDED, ...PAGE_HEADERS, 'cache-control': 'private, no-store' }
  return page === null
    ? { status: 410, headers, bytes: endedPage(project) }
    : { status: 200, headers, bytes: customerPage(page) }
}

/** A project, and a thing of it that may be shown. @throws {HttpFailure} when there is none. */
async function opened(subject: LinkSubject, data: AssetData, request: PageRequest) {
  const { project, id } = await provenBy(subject, data, request)
  if (id === null) throw over()
  return { project, id }
}

/** The same; its id is null when the url is over. @throws {HttpFailure} when it leads nowhere. */
async function provenBy(subject: LinkSubject, data: AssetData, { params }: PageRequest) {
  const { token = '' } = params
  const found = await openToken(subject, token, data.projectById, data.now)
  if (found === null) throw nothingThere()
  return found
}

function refuseUnknown(query: PageRequest['query'], known: readonly string[]): void {
  const unknown = Object.keys(query).find(name => !known.includes(name))
  if (unknown === undefined) return
  const takes = known.length === 0 ? 'no parameters' : known.join(' and ')
  throw invalid(`Query parameter ${unknown} is not known here; this url takes ${takes}.`)
}

function invalid(details: string): HttpFailure {
  return new HttpFailure('invalid_query_params', details)
}

/** The same answer for every mistake, so that nobody learns which tokens come close. */
function nothingThere(): HttpFailure {
  const details = 'This url leads nowhere; take it whole from the answer or message it was in.'
  return new HttpFailure('not_found', details, { ...GUARDED, 'cache-control': 'no-store' })
}

/** Only who had the url learns that it was right. */
function over(): HttpFailure {
  const details =
    'This url has ended. Read the customer or the export again: each answer has a url that is good.'
  return new HttpFailure('url_ended', details, { ...GUARDED, 'cache-control': 'no-store' })
}
