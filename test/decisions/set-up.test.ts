import t from 'tap'
import type { Change } from '../../src/decisions/changes.ts'
import { CHANGED, DELETED, isSetUp } from '../../src/decisions/set-up.ts'

t.test('isSetUp: what people set up is known by its kind, and by what is deleted', async t => {
  for (const [kind, setUp] of Object.entries(CHANGED)) {
    t.equal(isSetUp({ kind } as Change), setUp, kind)
  }
  for (const [resource, setUp] of Object.entries(DELETED)) {
    t.equal(isSetUp({ kind: 'resource.deleted', resource } as Change), setUp, resource)
  }
})

t.test('isSetUp: counts on the rows of what is set up are none of it', async t => {
  const counts: readonly Change[] = [
    { kind: 'campaign.grew', campaignId: 'camp_1', vouchersCount: 1, added: 1 },
    { kind: 'reward.redeemed', rewardId: 'rew_1' },
    { kind: 'reward.released', rewardId: 'rew_1' }
  ]
  t.notOk(counts.some(isSetUp))
})
