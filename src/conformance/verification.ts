/**
 * Verifies a service: makes every check of every operation, one after another, and reports what
 * came of each.
 *
 * Requests are sent one at a time, because a check may depend on what the one before it left. A
 * service that stops answering ends the verification, which then has no verdict.
 */
import { isSchema } from '../http/document.ts'
import { keysFor, type SentRequest, ServiceClient, Unanswered, type Wait } from './answers.ts'
import {
  bodyChecks,
  credentialChecks,
  exampleChecks,
  listChecks,
  parameterChecks,
  pathChecks,
  repetitionChecks,
  valueChecks
} from './checks.ts'
import type { CompiledContract, Described } from './contract.ts'
import { SecretMask, shellCommand } from './proxy.ts'
import type { CheckResult, OperationResult, Report } from './reporters.ts'
import { CheckSkipped, type PromiseCheck, secretsIn, type Verified, Visit } from './visit.ts'

/** The verification cannot be made; the message says why, for people. */
export class Unverifiable extends Error {}

/** What to verify, and what is known of it. */
export interface Wish {
  readonly contract: CompiledContract
  /** With http or https, perhaps with a path. */
  readonly url: string
  /** Credentials by header in lower case. */
  readonly keys: Readonly<Record<string, string>>
  /** What texts of the examples are called there. */
  readonly names: ReadonlyMap<string, string>
  /** Whether everything that the examples name is there. */
  readonly isComplete: boolean
  /** Whether to leave out whatever changes what the service stores. */
  readonly readOnly: boolean
  /** Ids of the operations to verify; empty: all. */
  readonly only: readonly string[]
  /** Waits so many milliseconds; absent: as clocks do. */
  readonly wait?: Wait
}

/** Requests in a row without an answer after which the service counts as gone. */
const UNANSWERED_MAX = 3
/** Requests of a check that are told. */
const REQUESTS_TOLD_MAX = 3
/** Why a check is left out where nothing may change. */
const ONLY_READING = 'It may change what the service stores.'

/**
 * The whole report; `tell` hears of each operation that is begun, by its id.
 * @throws {Unverifiable} when the service does not answer, or takes none of the keys.
 */
export async function verify(
  wish: Wish,
  tell: (operationId: string) => void = () => undefined
): Promise<Report> {
  const { contract, url, only, readOnly } = wish
  const { title, version } = contract.document.info
  const place = placeOf(wish)
  await probe(wish, place)
  const wanted = contract.operations.filter(({ id }) => only.length === 0 || only.includes(id))
  const run = new Run(wish, place)
  const first: CheckResult[][] = []
  for (const operation of wanted) {
    tell(operation.id)
    first.push(await run.checks(operation, planOf(contract, operation, wish.names)))
  }
  const operations: OperationResult[] = []
  for (const [index, operation] of wanted.entries()) {
    const { id: operationId, method, path } = operation
    const last = await run.checks(operation, lastPlanOf(operation))
    operations.push({ operationId, method, path, checks: [...(first[index] ?? []), ...last] })
  }
  return { url, document: { title, version }, readOnly, operations }
}

function placeOf({ contract, url, keys, names, isComplete, wait }: Wish): Verified {
  return {
    contract,
    keys,
    names,
    isComplete,
    client: wait === undefined ? new ServiceClient(url) : new ServiceClient(url, wait),
    told: new Map(),
    found: new Map(),
    tokens: new Map(),
    secrets: secretsOf(contract, keys, names)
  }
}

/** Of the keys, and of what the caller calls the tokens and the secrets that the document shows. */
function secretsOf(
  { operations }: CompiledContract,
  keys: Wish['keys'],
  names: Wish['names']
): SecretMask {
  const secrets = new SecretMask()
  for (const [name, value] of Object.entries(keys)) if (name.endsWith('-token')) secrets.add(value)
  for (const { value } of operations.flatMap(({ requests }) => requests)) {
    for (const shown of secretsIn(value)) secrets.add(names.get(shown))
  }
  return secrets
}

/** Asks what needs nothing but keys. @throws {Unverifiable} when that is not answered. */
async function probe({ contract, url, keys }: Wish, { client, secrets }: Verified): Promise<void> {
  const asked = contract.operations.filter(
    ({ method, path }) => method === 'GET' && !path.includes('{')
  )
  const refused: string[] = []
  for (const operation of asked) {
    const headers = keysFor(contract, operation, keys) ?? {}
    try {
      const { status, body } = await client.send({ method: 'GET', target: operation.path, headers })
      if (status !== 401) return
      refused.push(isSchema(body) ? String(body['details']) : String(status))
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
      throw new Unverifiable(`No service answers at ${url}. ${error.message}`)
    }
  }
  if (refused.length === 0) return
  throw new Unverifiable(
    `The service at ${url} refuses the credentials: ${secrets.hiddenIn(refused[0] ?? '')}`
  )
}

/** A verification under way. */
class Run {
  readonly #wish: Wish
  readonly #place: Verified
  #unanswered = 0

  constructor(wish: Wish, place: Verified) {
    this.#wish = wish
    this.#place = place
  }

  async checks(operation: Described, plan: readonly PromiseCheck[]): Promise<CheckResult[]> {
    const results: CheckResult[] = []
    for (const check of plan) results.push(await this.#check(operation, check))
    return results
  }

  async #check(operation: Described, check: PromiseCheck): Promise<CheckResult> {
    const { kind, title, isWriting, run } = check
    const result = { kind, title, requests: [] }
    if (isWriting && this.#wish.readOnly) {
      return { ...result, verdict: 'skipped', what: [ONLY_READING] }
    }
    const visit = new Visit(operation, this.#place)
    const skipped = await this.#outcome(visit, run)
    if (visit.deviations.length === 0) {
      const what = skipped === null ? [] : [this.#withoutSecrets(skipped)]
      return { ...result, verdict: skipped === null ? 'passed' : 'skipped', what }
    }
    const what = [...new Set(visit.deviations)].map(each => this.#withoutSecrets(each))
    const sent = visit.exchanges.slice(-REQUESTS_TOLD_MAX).map(each => each.sent)
    return { ...result, verdict: 'deviates', what, requests: sent.map(each => this.#told(each)) }
  }

  /** Why the check was skipped; null when it was made. */
  async #outcome(visit: Visit, run: PromiseCheck['run']): Promise<string | null> {
    try {
      await run(visit)
      this.#unanswered = 0
      return null
    } catch (error) {
      if (error instanceof CheckSkipped) return error.message
      if (!(error instanceof Unanswered)) throw error
      if (++this.#unanswered >= UNANSWERED_MAX) {
        throw new Unverifiable(
          `The service at ${this.#wish.url} stopped answering. ${error.message}`
        )
      }
      visit.deviates(error.message)
      return null
    }
  }

  #told(sent: SentRequest): string {
    const { url, keys } = this.#wish
    // A long body is cut, perhaps within a secret, which nothing would find afterwards.
    const { text } = sent
    const shown = text === undefined ? sent : { ...sent, text: this.#withoutSecrets(text) }
    return this.#withoutSecrets(shellCommand(url, shown, keys))
  }

  #withoutSecrets(text: string): string {
    return this.#place.secrets.hiddenIn(text)
  }
}

/*
 * Every check of an operation, as its document promises it.
 */

/** The checks of an operation in the order in which they are made, but for those of its lists. */
function planOf(
  contract: CompiledContract,
  operation: Described,
  names: ReadonlyMap<string, string>
): readonly PromiseCheck[] {
  return [
    ...exampleChecks(operation),
    ...credentialChecks(contract, operation),
    ...pathChecks(operation),
    ...parameterChecks(operation),
    ...bodyChecks(contract, operation, names),
    ...repetitionChecks(operation),
    ...valueChecks(operation)
  ]
}

/** The checks of the lists of an operation, which need what those of all others have made. */
function lastPlanOf(operation: Described): readonly PromiseCheck[] {
  return listChecks(operation)
}
