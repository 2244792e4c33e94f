/**
 * What the soak plays: test files by part, and about how many seconds each takes on an engine with
 * one seed, on one of two quiet cores, and a third more. The soak's last lines say how long they took.
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
    row('lives/lives', 12, 36),
    row('lives/random-operations', 12, 24),
    row('lives/walk', 5, 9),
    row('lives/variants', 5, null),
    row('lives/returns', 40, 80),
    row('lives/law', 2, null)
  ],
  histories: [row('histories/histories', 45, 90)],
  fuzz: [row('fuzz/fuzz', 30, null)],
  kills: [
    row('kills/redemptions', 40, 60),
    row('kills/orders-and-jobs', 40, 60),
    row('kills/connections', null, 20),
    row('kills/discounts', 30, 40),
    row('kills/idempotency', 45, 60),
    row('kills/store', 10, null),
    row('kills/books', null, 20),
    row('soak/forgotten-locks', 15, 30)
  ],
  races: [
    row('races/supplies', 9, 19),
    row('races/meetings', 19, null),
    row('races/interventions', 12, 25),
    row('races/lessons', 12, 25),
    row('races/departures', 6, 12),
    row('races/idempotency', 3, 6),
    row('races/stores', 3, 6),
    row('soak/crowds', 19, 37)
  ],
  rows: [
    row('project-files/lots', 12, 36),
    row('soak/many-rows', 50, null),
    row('http/files', 3, null),
    row('http/round-trips', 10, null),
    row('soak/hundred-thousands', 700, null)
  ],
  processes: [
    row('soak/departures', 30, 30),
    row('soak/supplies', 30, 45),
    row('soak/newcomers', null, 29),
    row('soak/servers', null, 14),
    row('soak/set-up', null, 22),
    row('soak/workers', null, 29),
    row('soak/loads', null, 22),
    row('soak/restarts', null, 22),
    row('soak/silent-network', null, 22),
    row('soak/rolling-upgrade', null, 14)
  ],
  properties: [
    row('rules/discounts/identities', 10, null),
    row('rules/discounts/simple-model', 5, null),
    row('rules/arbitrary-walks', 5, null),
    row('decisions/orders/own-amounts', 21, null),
    row('decisions/orders/returned-carts', 40, null),
    row('decisions/orders/loops', 40, null),
    row('decisions/orders/never-bought', 70, null),
    row('operations/orders/two-programs', 60, 120),
    row('decisions/points/ledger', 5, null),
    row('decisions/points/pending', 5, null),
    row('decisions/segments/segments', 5, null),
    row('decisions/redemptions/payment', 3, null),
    row('decisions/redemptions/limits', 3, null),
    row('decisions/vouchers/vouchers', 3, null),
    row('decisions/orders/orders', 3, null),
    row('decisions/discounts/qualification', 3, null),
    row('rules/points', 3, null),
    row('rules/spreadsheets', 3, null),
    row('rules/validity', 5, null),
    row('rules/conditions', 3, null),
    row('rules/earning', 2, null),
    row('rules/logic', 2, null),
    row('operations/discounts/same-figures', 21, 42),
    row('operations/discounts/rollbacks', 10, 21),
    row('operations/discounts/undone-orders', 21, 42),
    row('operations/discounts/qualifications', 10, null),
    row('operations/across/refusals', 62, null),
    row('contract/idempotency', 21, null),
    row('contract/mistakes', 21, null),
    row('contract/told-paths', 21, null),
    row('contract/versions', 62, null),
    row('sandboxes/forced', 21, null),
    row('sandboxes/dynamic', 5, null),
    row('clients/code-samples', 21, null),
    row('jobs/sorting', 2, null)
  ]
} satisfies Readonly<Record<string, readonly Row[]>>

export type PartName = keyof typeof PARTS
