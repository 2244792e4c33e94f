import t from 'tap'
import { givenProject } from './support/project-files.ts'

const rule = (points: number) =>
  `      - { event: order.paid, loyalty: { type: FIXED, points: ${points} } }`

const club = (...points: readonly number[]) => `campaigns:
  - id: camp_club
    name: Club
    campaign_type: LOYALTY_PROGRAM
    voucher: { type: LOYALTY_CARD, loyalty_card: { points: 0 } }
    earning_rules:
${points.map(rule).join('\n')}
`

t.test('an earning rule without a banner is told when it is added beside another', async t => {
  const { load } = await givenProject(t)
  const warning =
    /^An earning rule for order\.paid has no banner, so it was made beside ern_\w+, which the /
  t.equal((await load(club(1, 2))).complained, '', 'both are new')
  t.equal((await load(club(1, 2))).complained, '', 'both are there')
  const dry = await load(club(1, 3), '--dry-run')
  t.match(dry, { code: 0, complained: warning })
  t.equal(dry.complained.split('\n').length, 1)
  t.equal((await load(club(1, 3), '--dry-run --prune')).complained, '', 'the other goes')
  t.match(await load(club(1, 3)), { code: 0, complained: warning })
  t.equal((await load(club(1, 3))).complained, '', 'nothing is added')
})
