import t from 'tap'
import { authenticate, BEGAN_ANEW } from '../../src/http/credentials.ts'
import { HttpShell } from '../../src/http/shell.ts'
import type { Caller } from '../../src/http/types.ts'
import { freshSource } from '../../src/ids.ts'
import { Shell } from '../../src/shell.ts'
import { Credentials } from '../../src/storage/oauth.ts'
import { FIRST, givenSandbox } from '../support/sandbox.ts'

const DOORS = { pair: true, bearer: null, management: false, client: false, open: false }
const UNIT = {
  load: async () => null,
  decide: () => ({ result: null, changes: [] }),
  view: () => ({ status: 204 }) as const
}
const LIMITS = { campaignVouchersMax: 10, earningRulesMax: 10 }
const NO_URLS = { publicUrl: '', customerPageDays: 1 }
const REFUSED = { message: BEGAN_ANEW }

type Draws = (shell: HttpShell, caller: Caller) => unknown

// What a handler does for the caller, and how it ends.
const rows: readonly (readonly [string, Draws, 'refused' | 'drawn'])[] = [
  ['a unit', (shell, caller) => shell.settle(caller, UNIT), 'refused'],
  ['a question', (shell, caller) => shell.ask(caller, UNIT), 'refused'],
  ['codes of vouchers', (shell, caller) => shell.making(caller).random(10), 'drawn'],
  ['a token', (shell, caller) => shell.secrets(caller).newSecret(), 'drawn']
]

for (const [what, draw, end] of rows) {
  t.test(`putSandboxProject: ${what} of a caller from before counts nothing after it`, async t => {
    const { store, sandboxes, project } = await givenSandbox(t)
    const till = await project('till')
    const coupon = () => till.ask('POST', '/v1/campaigns/camp_00spring/vouchers')
    const first = await coupon()
    await project('till')
    const { sandboxOf } = sandboxes
    const options = { now: () => FIRST, ids: freshSource(), limits: LIMITS, sandboxOf }
    const shell = new HttpShell(new Shell({ store, ...options }), NO_URLS)
    const rules = { store: new Credentials(store), clock: () => FIRST, sandboxOf }
    const held = { ...rules, acceptDemo: true, managementOpen: false }
    const caller = (await authenticate(held, DOORS, till.keys, 'late')) as Caller
    await project('till')
    const drawn = async () => draw(shell, caller)
    if (end === 'drawn') await drawn()
    else await t.rejects(drawn(), REFUSED)
    t.equal((await coupon()).bytes, first.bytes)
  })
}
