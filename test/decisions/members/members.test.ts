import t from 'tap'
import { type AddMemberFacts, addMember } from '../../../src/decisions/publications.ts'
import { countedProgram } from '../../../src/decisions/standing/standing.ts'
import {
  givenCampaign,
  givenCustomer,
  givenOccasion,
  givenSpareCard,
  givenTemplate,
  givenTotals
} from '../../support/given.ts'
import { givenEarningRule, givenSchema, givenTiers } from '../../support/given-rules.ts'
import { givenProgram, givenStanding } from '../../support/given-standing.ts'

const POINTS = Number.MAX_SAFE_INTEGER
const joining = givenEarningRule({
  event: 'customer.loyalty.tier.joined',
  earning: { type: 'FIXED', points: POINTS }
})
const starting = givenCampaign({
  voucher: givenTemplate({ loyaltyCard: { points: 100, expirationRules: null } })
})

t.test('addMember: more points than can be counted are refused, whenever they come', async t => {
  const cards = { 'what is settled first': givenProgram().card, 'what follows': null }
  for (const [title, card] of Object.entries(cards)) {
    const program = givenProgram({
      card,
      campaign: starting,
      tiers: givenTiers(),
      rules: [joining]
    })
    const facts: AddMemberFacts = {
      ...givenStanding({ programs: [program], totals: givenTotals() }),
      campaign: countedProgram(program),
      stored: givenCustomer(),
      schema: null,
      publicationSchema: givenSchema(),
      spare: givenSpareCard({ id: 'v_9' })
    }
    const said = addMember(facts, { customer: {} }, givenOccasion())
    t.match(said, { refusal: { key: 'invalid_amount' } }, title)
  }
})
