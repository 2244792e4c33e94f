/**
 * The urls of our answers, and the signed tokens in those that need no credentials.
 *
 * Urls start with PUBLIC_URL and never with the Host header, which the caller chooses. A token
 * names a project and one of its things and carries a MAC under the project's secret. So it can be
 * neither guessed nor changed, it needs no table, and it ends with the secret.
 *
 * Spec: Voucher.assets, Voucher.publish, Voucher.redemption, Customer.assets, Export.result;
 * Decision 19.
 */
import { timingSafeEqual } from 'node:crypto'
import { sign } from '../ids.ts'
import type { Export, Project, Voucher } from '../model.ts'
import { fitsBarcode, type SymbolKind } from './symbols.ts'

/** The parts of a url beside the thing itself. */
export interface Linking {
  /** Absolute, without a slash at the end. */
  readonly publicUrl: string
  readonly project: Project
}

/** The kind of thing a token opens; it opens no other kind. */
export type Subject = SymbolKind | 'customer' | 'export'

/** The project and the thing of a token whose MAC is right. */
export interface Opened {
  readonly project: Project
  readonly id: string
}

/** The publications of a voucher, for callers with credentials. */
export function publicationsUrl({ publicUrl }: Linking, code: string): string {
  return `${voucherUrl(publicUrl, code)}/publications?page=1&limit=10`
}

/** The redemptions of a voucher, for callers with credentials. */
export function redemptionsUrl({ publicUrl }: Linking, code: string): string {
  return `${voucherUrl(publicUrl, code)}/redemptions?page=1&limit=10`
}

function voucherUrl(publicUrl: string, code: string): string {
  return `${publicUrl}/v1/vouchers/${encodeURIComponent(code)}`
}

/** A picture of a code: the token that is its id, and the url that ends in it. */
export interface PictureLink {
  readonly id: string
  /** Null when the picture cannot exist: not every code fits a barcode. */
  readonly url: string | null
}

/** The pictures of a voucher's code. */
export function pictureLinks(
  linking: Linking,
  { id, code }: Pick<Voucher, 'id' | 'code'>
): { readonly qr: PictureLink; readonly barcode: PictureLink } {
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

/** The page of a customer. */
export function customerUrl({ publicUrl, project }: Linking, customerId: string): string {
  return `${publicUrl}/customers/${tokenFor(project, 'customer', customerId)}`
}

/** The file of an export; null until it is DONE. */
export function exportUrl({ publicUrl, project }: Linking, { id, status }: Export): string | null {
  if (status !== 'DONE') return null
  return `${publicUrl}/files/exports/${tokenFor(project, 'export', id)}`
}

/** `<project and id>.<MAC of 43 characters>`, each base64url: safe in a path as it is. */
export function tokenFor(project: Project, subject: Subject, id: string): string {
  const names = Buffer.from(`${project.id} ${id}`).toString('base64url')
  // The first word tells these MACs from others under the same secret.
  return `${names}.${sign(project, `url:${subject}:${project.id}:${id}`)}`
}

/**
 * The thing that a token opens. Null for a foreign token, one of another subject, a changed one, or
 * one of an unknown project; the answer does not say which. `projectById` looks up the project that
 * the token claims, before the MAC is checked.
 */
export async function openToken(
  subject: Subject,
  token: string,
  projectById: (id: string) => Promise<Project | null>
): Promise<Opened | null> {
  const names = namesIn(token)
  if (names === null) return null
  const project = await projectById(names.projectId)
  if (project === null) return null
  // Compared as a whole: base64 has spare bits, so one MAC has several spellings.
  const right = Buffer.from(tokenFor(project, subject, names.id))
  const given = Buffer.from(token)
  const proven = given.length === right.length && timingSafeEqual(given, right)
  return proven ? { project, id: names.id } : null
}

/** The ids of a project and a thing: 200 characters are three times the length of ours. */
const TOKEN = /^([\w-]{1,200})\.[\w-]{43}$/
const NAMES = /^([a-z]+_[0-9a-z]+) ([a-z]+_[0-9a-z]+)$/

function namesIn(token: string): { readonly projectId: string; readonly id: string } | null {
  const [, named = ''] = TOKEN.exec(token) ?? []
  const [, projectId, id] = NAMES.exec(Buffer.from(named, 'base64url').toString()) ?? []
  return projectId === undefined || id === undefined ? null : { projectId, id }
}
