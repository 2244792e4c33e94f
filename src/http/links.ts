/**
 * The urls of our answers, and the signed tokens in those that need no credentials. Urls start with
 * PUBLIC_URL and never with the Host header, which the caller chooses. A token names a project and
 * one of its things and carries a MAC under the project's secret. So it can be neither guessed nor
 * changed, it needs no table, and it ends when the secret is renewed. What shows records of people
 * ends by itself: the end is in the token, and is the same for all answers of an hour or a day, so
 * that answers and caches stay as they are.
 * Spec: Voucher.assets, Voucher.publish, Voucher.redemption, Customer.assets, Export.result,
 * openapi/behaviour/lists-and-paths.md#every-url-that-is-answered-leads-somewhere-or-is-null.
 */
import { sign } from '../ids.ts'
import type { Export, Instant, Project, Voucher } from '../model.ts'
import { isSame } from '../secrets.ts'
import { fitsBarcode, type SymbolKind } from './code-pictures.ts'

export interface Linking {
  /** Absolute, without a slash at the end. */
  readonly publicUrl: string
  readonly project: Project
  /** The instant of the answer, from which urls that end count. */
  readonly now: Instant
  /** Full days for which the url of a customer's page opens it. */
  readonly customerPageDays: number
}

/** The kind of thing a token opens; it opens no other kind. */
export type LinkSubject = SymbolKind | 'customer' | 'export'

/** The first page of what happened to a voucher. */
export function historyUrl(
  { publicUrl }: Linking,
  code: string,
  of: 'publications' | 'redemptions'
): string {
  return `${publicUrl}/v1/vouchers/${encodeURIComponent(code)}/${of}?page=1&limit=10`
}

/**
 * The pictures of a voucher's code, each by the token that is its id and the url that ends in it,
 * which has no end, as it is mailed and printed; null where the code fits no barcode.
 */
export function pictureLinks(linking: Linking, { id, code }: Pick<Voucher, 'id' | 'code'>) {
  const barcode = pictureLink(linking, 'barcode', id)
  return {
    qr: pictureLink(linking, 'qr', id),
    barcode: fitsBarcode(code) ? barcode : { ...barcode, url: null }
  }
}

function pictureLink({ publicUrl, project }: Linking, kind: SymbolKind, voucherId: string) {
  const id = tokenFor(project, kind, voucherId)
  return { id, url: `${publicUrl}/assets/${kind}/${id}` }
}

/** The page of a customer, for so many days as the operator set. */
export function customerUrl(linking: Linking, customerId: string): string {
  const { publicUrl, project } = linking
  return `${publicUrl}/customers/${tokenFor(project, 'customer', customerId, pageUrlEnd(linking))}`
}

const DAY_MS = 86_400_000

/**
 * Seconds since 1970; the same for all answers of a day in UTC.
 * Spec: openapi/behaviour/identity-and-credentials.md#urls-of-files-and-pages-end.
 */
export function pageUrlEnd({
  now,
  customerPageDays
}: Pick<Linking, 'now' | 'customerPageDays'>): number {
  return (Math.floor(Date.parse(now) / DAY_MS) + 1 + customerPageDays) * (DAY_MS / 1_000)
}

/** The file of an export, for a day; null until it is DONE. */
export function exportUrl(linking: Linking, { id, status }: Export): string | null {
  if (status !== 'DONE') return null
  const { publicUrl, project, now } = linking
  return `${publicUrl}/files/exports/${tokenFor(project, 'export', id, fileUrlEnd(now))}`
}

const HOUR_MS = 3_600_000
/** Full hours for which the url of a file opens it. */
const FILE_URL_HOURS = 24

/** Seconds since 1970; the same for all answers of an hour. */
export function fileUrlEnd(now: Instant): number {
  return (Math.ceil(Date.parse(now) / HOUR_MS) + FILE_URL_HOURS) * (HOUR_MS / 1_000)
}

/**
 * `<project, id and perhaps end>.<MAC of 43 characters>`, each base64url: safe in a path as it is.
 * `end` is in seconds since 1970.
 */
export function tokenFor(project: Project, subject: LinkSubject, id: string, end?: number): string {
  const named = end === undefined ? id : `${id} ${end}`
  const names = Buffer.from(`${project.id} ${named}`).toString('base64url')
  const secret = project.urlSecret ?? project.secret
  // The first word tells these MACs from others under the same secret.
  return `${names}.${sign({ secret }, `url:${subject}:${project.id}:${named}`)}`
}

/** What has an end in its token. */
const ENDING: readonly LinkSubject[] = ['customer', 'export']

/**
 * The thing that a token opens, or only its project when the token is over. Null for a foreign
 * token, one of another subject, a changed one, or one of an unknown project; the answer does not
 * say which. `projectById` looks up the project that the token claims, before the MAC is checked.
 */
export async function openToken(
  subject: LinkSubject,
  token: string,
  projectById: (id: string) => Promise<Project | null>,
  now: (project: Project) => Instant
) {
  const names = namesIn(token)
  if (names === null) return null
  const { end } = names
  if ((end !== undefined) !== ENDING.includes(subject)) return null
  const project = await projectById(names.projectId)
  if (project === null) return null
  // Compared as a whole: base64 has spare bits, so one MAC has several spellings.
  if (!isSame(token, tokenFor(project, subject, names.id, end))) return null
  const isOver = end !== undefined && end * 1_000 <= Date.parse(now(project))
  return { project, id: isOver ? null : names.id }
}

/** The ids of a project and a thing: 200 characters are three times the length of ours. */
const TOKEN = /^([\w-]{1,200})\.[\w-]{43}$/
const NAMES = /^([a-z]+_[0-9a-z]+) ([a-z]+_[0-9a-z]+)(?: (\d{1,12}))?$/

function namesIn(token: string) {
  const [, named = ''] = TOKEN.exec(token) ?? []
  const [, projectId, id, end] = NAMES.exec(Buffer.from(named, 'base64url').toString()) ?? []
  return projectId === undefined || id === undefined
    ? null
    : { projectId, id, end: end === undefined ? undefined : Number(end) }
}
