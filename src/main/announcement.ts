/**
 * What a start says: where the service is, what to try, and what an operator must know. People on a
 * terminal get a text, and the log gets JSON. Standard output holds nothing but the log in
 * production, and wherever it is no terminal, because a collector reads every line of it. A service
 * that keeps nothing was started by a program, which reads one line of standard output; its log is
 * on standard error.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as known from '../demo/known.ts'
import { shownUrl } from '../storage/database.ts'
import type { Config } from './config.ts'
import { CLI, START_WITH } from './invocation.ts'
import { StartRefused } from './listening.ts'
import type { ServedProject } from './served-project.ts'

export type DemoState = 'empty' | 'none' | 'open' | 'shut'

export function announcement(
  url: string,
  config: Pick<Config, 'production' | 'managementOpen' | 'databaseUrl' | 'loopback' | 'misspelt'>,
  demo: DemoState
): string {
  const lines = [
    `Tessera listens on ${url}`,
    `  docs      ${url}/docs`,
    `  document  ${url}/openapi.json`,
    `  data      ${shownUrl(config.databaseUrl)}`
  ]
  if (demo === 'open') lines.push(...tryThis(url, config.loopback))
  return [...lines, ...noticesOf(config, demo)].join('\n')
}

export function noticesOf(
  config: Pick<Config, 'production' | 'managementOpen' | 'misspelt'>,
  demo: DemoState
): readonly string[] {
  const lines = [...config.misspelt]
  if (demo === 'shut') {
    lines.push(
      'The demo project is loaded, but its credentials are refused, because everybody ' +
        `knows them. They work on a loopback HOST or with ${START_WITH} --demo, and never ` +
        'in production.'
    )
  }
  if (demo === 'empty') {
    lines.push(`Make a project and its keys: ${CLI} project create NAME`)
  }
  if (config.production && config.managementOpen) {
    lines.push(
      'Metadata schemas can be read on the management path without credentials. Set ' +
        'MANAGEMENT_OPEN=false to ask for them.'
    )
  }
  return lines
}

/**
 * A line of JSON: url, process, the demo it accepts, a project made for this start, the
 * sandbox, where states are set up.
 */
export function readyLine(
  url: string,
  pid: number,
  demo: DemoState,
  project: ServedProject | null = null,
  sandbox: { readonly key: string | null } | null = null,
  states: string | null = null
): string {
  return JSON.stringify({
    url,
    pid,
    demo: demo === 'open' ? DEMO : null,
    ...(project !== null && { project }),
    ...(sandbox !== null && { sandbox }),
    ...(states !== null && { states })
  })
}

const DEMO = {
  projectId: known.PROJECT_ID,
  appId: known.APP_ID,
  appToken: known.APP_TOKEN,
  managementId: known.MGMT_ID,
  managementToken: known.MGMT_TOKEN,
  campaignId: known.CAMPAIGN_ID,
  cardCode: known.CARD_CODE,
  customerId: known.CUSTOMER_ID,
  rewardId: known.REWARD_ID,
  voucherCode: known.VOUCHER_CODE,
  addCampaignId: known.ADD_CAMPAIGN_ID,
  promoCampaignId: known.PROMO_CAMPAIGN_ID,
  metadataSchemaId: known.METADATA_SCHEMA_ID,
  eventName: known.EVENT_NAME,
  productId: known.PRODUCT_ID
}

interface Stream {
  readonly isTTY?: boolean
  write(text: string): unknown
}

interface News {
  readonly url: string
  readonly data: string
  readonly notices: readonly string[]
  readonly text: string
  readonly line: string
}

interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/**
 * Speaks to people where there are any, and to the log unless people look at it. In production the
 * log begins with the first byte of `out`.
 */
export function voiceOf(
  { production, ephemeral }: Pick<Config, 'production' | 'ephemeral'>,
  log: Log,
  { out, err }: { readonly out: Stream; readonly err: Stream }
) {
  const watched = !ephemeral && !production && out.isTTY === true
  const hasPeople = !ephemeral && (!production || err.isTTY === true)
  const people = watched ? out : hasPeople ? err : null
  return {
    announce: ({ url, data, notices, text, line }: News) => {
      people?.write(`${text}\n`)
      if (ephemeral) out.write(`${line}\n`)
      if (watched) return
      log.info({ url, data }, 'listening')
      for (const notice of notices) log.warn({}, notice)
    },
    note: (text: string) => {
      people?.write(`${text}\n`)
      if (!watched) log.info({}, text)
    }
  }
}

function tryThis(url: string, loopback: boolean): string[] {
  const tour = url.endsWith('127.0.0.1:3000') ? 'npm run tour' : `BASE_URL=${url} npm run tour`
  const pair = `-H 'X-App-Id: ${known.APP_ID}' -H 'X-App-Token: ${known.APP_TOKEN}'`
  const json = "-H 'Content-Type: application/json'"
  const card = `${url}/v1/loyalties/${known.CAMPAIGN_ID}/members/${known.CARD_CODE}`
  const whom = loopback ? 'this machine only' : 'everybody who reaches it'
  return [
    '',
    `The demo project is loaded. Its credentials, for ${whom}:`,
    `  X-App-Id ${known.APP_ID}   X-App-Token ${known.APP_TOKEN}`,
    `  X-Management-Id ${known.MGMT_ID}   X-Management-Token ${known.MGMT_TOKEN}`,
    '',
    'Three requests to paste: a customer, what an order would earn, a reward for points.',
    `  curl ${pair} ${url}/v1/customers/${known.CUSTOMER_ID}`,
    `  curl ${pair} ${json} ${url}/v1/loyalties/${known.CAMPAIGN_ID}/qualifications \\`,
    `    -d '{"customer":{"source_id":"ada"},"order":{"source_id":"cart-17"}}'`,
    `  curl ${pair} ${json} ${card}/redemption \\`,
    `    -d '{"reward":{"id":"${known.REWARD_ID}"}}'`,
    '',
    `${tour} plays the whole story. Ctrl-C stops the service.`
  ]
}

/* The file that says where a service is: there while it answers, and never half written. */

const OWNER_ONLY = 0o600

/** The file at a path. What a killed service left there is removed by the next one. */
export class ReadyFile {
  readonly #path: string
  /** Beside the file, because no name can be given across disks. */
  readonly #partial: string
  #written: string | null = null

  /**
   * Removes what was left there, and tries whether the file can be written.
   * @throws {StartRefused} when it cannot, or when another file is there.
   */
  constructor(path: string) {
    this.#path = resolve(path)
    this.#partial = `${this.#path}.partial`
    try {
      const found = textOf(this.#path)
      if (found !== null && !isReadyLine(found)) throw new Error('another file is there')
      writeFileSync(this.#partial, '', { mode: OWNER_ONLY })
      rmSync(this.#path, { force: true })
    } catch (error) {
      const why = (error as Error).message
      throw new StartRefused(
        `The ready file ${this.#path} cannot be written: ${why}. Name another one with READY_FILE.`
      )
    }
  }

  write(line: string): void {
    writeFileSync(this.#partial, `${line}\n`, { mode: OWNER_ONLY })
    renameSync(this.#partial, this.#path)
    this.#written = `${line}\n`
  }

  /** Removes the file unless another service has written it since. */
  remove(): void {
    if (this.#written === null) rmSync(this.#partial, { force: true })
    else if (textOf(this.#path) === this.#written) rmSync(this.#path, { force: true })
  }
}

/** Null where no file is. @throws where a folder is, or what may not be read. */
function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Whether it is what services write, so that a mistyped path deletes nothing. */
function isReadyLine(text: string): boolean {
  try {
    const { url, pid } = JSON.parse(text)
    return typeof url === 'string' && Number.isInteger(pid)
  } catch {
    return false
  }
}
