/**
 * What the soak plays: test files by part, and about how many seconds each takes on an engine with
 * one seed, on one of two quiet cores. The soak's last lines say how long they took.
 *
 * Within a part, what finds most stands first, since a short run plays no more.
 */

export type Engine = 'sqlite' | 'postgres'

/** A file, and its seconds; null: it does not play on that engine, or finds no more there. */
export interface Row {
  readonly file: string
  readonly seconds: Readonly<Record<Engine, number | null>>
}

const row = (file: string, sqlite: number | null, postgres: number | null): Row => ({
  file: `test/${file}.test.ts`,
  seconds: { sqlite, postgres }
})

export const PARTS = {
  lives: [
    row('lives/lives', 20, 60),
    row('lives/random-operations', 20, 40),
    row('lives/walk', 10, 20),
    row('lives/variants', 10, null),
    row('lives/law', 4, null)
  ],
  histories: [row('histories/histories', 30, 60)],
  fuzz: [row('fuzz/fuzz', 60, null)],
  kills: [
    row('kills/redemptions', 40, 60),
    row('kills/orders-and-jobs', 40, 60),
    row('kills/connections', null, 20),
    row('kills/discounts', 30, 40),
    row('kills/idempotency', 30, 40),
    row('kills/store', 10, null),
    row('kills/books', null, 20),
    row('soak/forgotten-locks', 15, 30)
  ],
  races: [
    row('races/supplies', 15, 30),
    row('races/meetings', 30, null),
    row('races/interventions', 20, 40),
    row('races/lessons', 20, 40),
    row('races/departures', 10, 20),
    row('races/idempotency', 5, 10),
    row('races/stores', 5, 10),
    row('soak/crowds', 30, 60)
  ],
  rows: [
    row('soak/many-rows', 40, null),
    row('project-files/lots', 10, 30),
    row('http/files', 3, null),
    row('http/round-trips', 10, null),
    row('soak/hundred-thousands', 700, null)
  ],
  processes: [
    row('soak/departures', 20, 20),
    row('soak/supplies', 20, 30),
    row('soak/newcomers', null, 40),
    row('soak/servers', null, 20),
    row('soak/set-up', null, 30),
    row('soak/workers', null, 40),
    row('soak/loads', null, 30),
    row('soak/restarts', null, 30),
    row('soak/silent-network', null, 30),
    row('soak/rolling-upgrade', null, 20)
  ],
  properties: [
    row('decisions/loyalties/estimate-outcome', 10, null),
    row('rules/discounts/identities', 10, null),
    row('rules/discounts/simple-model', 5, null),
    row('rules/arbitrary-walks', 5, null),
    row('decisions/orders/own-amounts', 20, null),
    row('decisions/points/cancellation', 5, null),
    row('decisions/points/ledger', 5, null),
    row('decisions/points/pending', 5, null),
    row('decisions/standing/following-properties', 10, null),
    row('decisions/segments/segments', 5, null),
    row('decisions/redemptions/payment', 3, null),
    row('decisions/redemptions/limits', 3, null),
    row('decisions/vouchers/credit', 3, null),
    row('decisions/orders/orders', 3, null),
    row('decisions/discounts/candidates', 3, null),
    row('rules/points', 3, null),
    row('rules/spreadsheets', 3, null),
    row('rules/validity', 5, null),
    row('rules/conditions', 3, null),
    row('rules/earning', 2, null),
    row('rules/logic', 2, null),
    row('operations/discounts/same-figures', 20, 40),
    row('operations/discounts/rollbacks', 10, 20),
    row('operations/discounts/undone-orders', 20, 40),
    row('operations/discounts/qualifications', 10, null),
    row('operations/across/refusals', 60, null),
    row('contract/idempotency', 20, null),
    row('contract/mistakes', 20, null),
    row('contract/told-paths', 20, null),
    row('contract/versions', 60, null),
    row('sandboxes/forced', 20, null),
    row('sandboxes/dynamic', 5, null),
    row('clients/code-samples', 20, null),
    row('jobs/sorting', 2, null)
  ]
} satisfies Readonly<Record<string, readonly Row[]>>

export type PartName = keyof typeof PARTS
