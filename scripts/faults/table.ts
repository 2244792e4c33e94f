/**
 * The faults that the tests have to find, each one small change of the kind that people make.
 *
 * A text to be changed stands once in `src`, in whichever file: code may move without an edit here.
 * What it becomes still runs, and is wrong in one thing.
 */

/** Where in `src` the code is. */
export type Room =
  | 'rules'
  | 'decisions'
  | 'storage'
  | 'SQLite'
  | 'PostgreSQL'
  | 'http'
  | 'handlers'
  | 'jobs'
  | 'command line'

export interface Fault {
  /** What is wrong, as a sentence. */
  readonly name: string
  readonly room: Room
  /** In the paths of the tests that play first. */
  readonly noun: string
  readonly from: string
  readonly to: string
  /** Present: its noun's tests play on this engine. */
  readonly engine?: 'postgres'
}

export const FAULTS: readonly Fault[] = [
  // The arithmetic, and what is true of the facts.
  {
    name: 'A percentage of an amount is cut off where it is to be rounded',
    room: 'rules',
    noun: 'points',
    from: 'const part = (product * 2n + whole) / (whole * 2n)',
    to: 'const part = product / whole'
  },
  {
    name: 'A voucher is over in its last millisecond',
    room: 'rules',
    noun: 'validity',
    from: 'expirationDate !== null && now > expirationDate',
    to: 'expirationDate !== null && now >= expirationDate'
  },
  {
    name: 'The points at the top of a band are not in its tier',
    room: 'rules',
    noun: 'tiers',
    from: '(pointsTo === null || points <= pointsTo)',
    to: '(pointsTo === null || points < pointsTo)'
  },
  {
    name: 'Units that a discount gives away earn points',
    room: 'rules',
    noun: 'earning',
    from: 'Math.max(quantity - freeQuantity, 0)',
    to: 'quantity'
  },
  {
    name: 'One redeemable more than the limit is applied',
    room: 'rules',
    noun: 'stacking',
    from: 'applied.length >= rules.applicableRedeemablesLimit',
    to: 'applied.length > rules.applicableRedeemablesLimit'
  },

  // What happens.
  {
    name: 'An empty stock is refused before a card that is used up',
    room: 'decisions',
    noun: 'redemption',
    from: [
      ".refuse('quantity_exceeded', usedUpCard)",
      "  .refuse('reward_out_of_stock', emptyStock)"
    ].join('\n'),
    to: [
      ".refuse('reward_out_of_stock', emptyStock)",
      "  .refuse('quantity_exceeded', usedUpCard)"
    ].join('\n')
  },
  {
    name: 'An order that was canceled before loses its points once more',
    room: 'decisions',
    noun: 'orders',
    from: 'const earns = earnedAt !== null && takenBackAt === null',
    to: 'const earns = earnedAt !== null'
  },
  {
    name: 'A card pays the order of another customer',
    room: 'decisions',
    noun: 'redemption',
    from: 'if (holding !== null && (owner === null || owner === holding.holder.id)) {',
    to: 'if (holding !== null) {'
  },
  {
    name: 'Pending points can be lowered to none',
    room: 'decisions',
    noun: 'pending',
    from: 'if (pending.points + points > 0) return null',
    to: 'if (pending.points + points >= 0) return null'
  },
  {
    name: 'Redemptions of a Sunday count in the next week',
    room: 'decisions',
    noun: 'limits',
    from: 'daysBetween(SOME_MONDAY, day) % 7',
    to: '(daysBetween(SOME_MONDAY, day) + 1) % 7'
  },
  {
    name: 'A new tier may begin at the last points of another',
    room: 'decisions',
    noun: 'loyalty-tiers',
    from: 'pointsFrom <= (tier.pointsTo ?? Number.POSITIVE_INFINITY)',
    to: 'pointsFrom < (tier.pointsTo ?? Number.POSITIVE_INFINITY)'
  },
  {
    name: 'Erasing a customer keeps what an event said of their pending points',
    room: 'decisions',
    noun: 'erasure',
    from: 'details: { ...details, event: { ...details.event, data: null } }',
    to: 'details'
  },
  {
    name: 'The cells of an export run as formulas',
    room: 'decisions',
    noun: 'exports',
    from: "typeof value === 'string' ? asWritten(value) : String(value)",
    to: 'String(value)'
  },
  {
    name: 'A publication that is sent again gives a second voucher',
    room: 'storage',
    noun: 'publications',
    from: 'if (before !== undefined) {\n      const nothing = {',
    to: 'if (before === null) {\n      const nothing = {'
  },

  // What is stored.
  {
    name: 'An earning rule that is changed goes on as it was kept in memory',
    room: 'storage',
    noun: 'earning-rules',
    from: "'earningRule.updated': earningRules.edited(({ rule }) => rule)",
    to: "'earningRule.updated': { ...earningRules.edited(({ rule }) => rule), isSetUp: false }"
  },
  {
    name: 'The redemptions of a voucher come with the oldest first',
    room: 'storage',
    noun: 'redemption',
    from: "rowsBy('redemptions', ['voucherId'], {\n  down: ['id'],\n  limit: 'page'",
    to: "rowsBy('redemptions', ['voucherId'], {\n  up: ['id'],\n  limit: 'page'"
  },
  {
    name: 'The total of a list counts its page',
    room: 'storage',
    noun: 'categories',
    from: 'return { rows, total: counted?.total ?? 0 }',
    to: 'return { rows, total: rows.length }'
  },
  {
    name: 'What a key names is found in another project, too',
    room: 'storage',
    noun: 'isolation',
    from: 'return [mine(table), ...keys.map(',
    to: 'return [...keys.map('
  },
  {
    name: 'A redemption is rolled back without a look at whether it still stands',
    room: 'storage',
    noun: 'guards',
    from: "status: 'ROLLED_BACK' }),\n  and: redemption => eq(redemption.status, 'SUCCEEDED')",
    to: "status: 'ROLLED_BACK' })"
  },
  {
    name: 'A process takes the timers of a project that another one has',
    room: 'storage',
    noun: 'timers',
    from: 'lte(lease.leaseUntil, now)',
    to: 'isNotNull(lease.leaseUntil)'
  },
  {
    name: 'What a unit wrote before it failed is committed with the others of its batch',
    room: 'SQLite',
    noun: 'batches',
    from: '      this.#sql.undo.run()\n',
    to: ''
  },
  {
    name: 'A store that is closed takes another unit',
    room: 'SQLite',
    noun: 'engine/sqlite',
    from: 'if (this.#closed) return Promise.reject(new StoreClosed(this.#options.where))',
    to: ''
  },
  {
    name: 'Totals of a customer that are full are told as a mistake of ours',
    room: 'PostgreSQL',
    noun: 'redemptions/redemptions',
    from: '/(customer_totals|redemption_counts)_range/.test(constraint)',
    to: '/redemption_counts_range/.test(constraint)',
    engine: 'postgres'
  },
  {
    name: 'One unit more than a row is wide goes on at once',
    room: 'PostgreSQL',
    noun: 'turns',
    from: 'if (line.active >= waiter.width) return',
    to: 'if (line.active > waiter.width) return'
  },
  {
    name: 'A refusal stands though what it was decided by has changed',
    room: 'PostgreSQL',
    noun: 'engine/postgres',
    from: '      if (error instanceof Refused) await this.#nouns.confirm(session)\n',
    to: ''
  },

  // What callers send, and what they get.
  {
    name: 'An answer of yesterday is given today',
    room: 'http',
    noun: 'kept-answers',
    from: 'known?.day === day ? (known.answer as ReadyAnswer<Id>) : null',
    to: 'known === undefined ? null : (known.answer as ReadyAnswer<Id>)'
  },
  {
    name: 'The tokens of a key pair that was revoked go on',
    room: 'http',
    noun: 'credentials',
    from: '    token.revokedAt !== null ||\n    pair.revokedAt !== null ||\n',
    to: '    token.revokedAt !== null ||\n'
  },
  {
    name: 'The credentials of a request are written to the log',
    room: 'http',
    noun: 'logging',
    from: "['', '*', '*.*']",
    to: "['', '*']"
  },
  {
    name: 'A url that has ended is answered as one that never was',
    room: 'http',
    noun: 'customers/page',
    from: 'url_ended: { status: 410',
    to: 'url_ended: { status: 404'
  },
  {
    name: 'A cache gives the pages of one origin what was answered to another',
    room: 'http',
    noun: 'cross-origin',
    from: "    reply.header('vary', 'Origin')\n",
    to: ''
  },
  {
    name: 'The next page begins after the first entry of this one',
    room: 'http',
    noun: 'pending',
    from: 'hasMore ? (found.entries.at(-1)?.id ?? null) : null',
    to: 'hasMore ? (found.entries.at(0)?.id ?? null) : null'
  },
  {
    name: 'A page without a limit is of a thousand',
    room: 'handlers',
    noun: 'vouchers',
    from: 'pageOf(query, whole ? REDEMPTIONS_UNPAGED : LIMIT_DEFAULT)',
    to: 'pageOf(query, REDEMPTIONS_UNPAGED)'
  },
  {
    name: 'An answer does not wait for the jobs that it brought',
    room: 'handlers',
    noun: 'sandbox',
    from: 'await onJobQueued?.(origin)',
    to: 'onJobQueued?.(origin)'
  },

  // What is done after an answer, and by the calendar.
  {
    name: 'A job is tried once more than often enough',
    room: 'jobs',
    noun: 'worker',
    from: '} else if (attempts < ATTEMPTS_MAX) {',
    to: '} else if (attempts <= ATTEMPTS_MAX) {'
  },
  {
    name: 'What was due at a midnight is booked as of now',
    room: 'jobs',
    noun: 'midnights',
    from: 'const now = midnight(day, project.timezone)',
    to: 'const now = shell.now()'
  },
  {
    name: 'The file of an export without rows has no header',
    room: 'jobs',
    noun: 'exports',
    from: '    if (parts === 0) await writePart(asked, held, tools, { part: 0, chosen: [], last })\n',
    to: ''
  },

  // What an operator types.
  {
    name: 'An import with bad rows ends as one that is done',
    room: 'command line',
    noun: 'import',
    from: '    throw new CommandFailed(\n      stopAtFirst\n',
    to: '    host.complain(\n      stopAtFirst\n'
  },
  {
    name: 'A command that was not understood ends as one that failed',
    room: 'command line',
    noun: 'command-line',
    from: 'error.exitCode === 0 ? DONE : NOT_UNDERSTOOD',
    to: 'error.exitCode === 0 ? DONE : FAILED'
  },
  {
    name: 'What only a removed thing has used stays',
    room: 'command line',
    noun: 'project-files',
    from: 'removed.length > before; ) {',
    to: 'before < 0; ) {'
  },
  {
    name: 'A key of the sandbox that will not do is printed',
    room: 'command line',
    noun: 'config',
    from: "['DATABASE_URL', 'SANDBOX_KEY'].includes(variable)",
    to: "['DATABASE_URL'].includes(variable)"
  }
]
