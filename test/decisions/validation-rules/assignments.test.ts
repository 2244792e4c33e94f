import t from 'tap'
import { applicabilityOf } from '../../../src/decisions/redemptions/limits.ts'
import type { Applicability, ApplicableItem } from '../../../src/rules/validation.ts'
import { givenRule, givenRuleAssignment } from '../../support/given-rules.ts'

t.test('applicabilityOf: what selective rules include and exclude, each thing once', async t => {
  const [beans, mug, tea] = ['prod_1', 'prod_2', 'prod_3'].map(id => ({
    object: 'product' as const,
    id,
    sourceId: null
  })) as [ApplicableItem, ApplicableItem, ApplicableItem]
  const bound = (applicableTo: Applicability) => ({
    assignment: givenRuleAssignment(),
    rule: givenRule({ applicableTo })
  })
  const rules = [
    bound({ included: [beans, mug], excluded: [], includedAll: false }),
    bound({ included: [mug], excluded: [tea], includedAll: false }),
    bound({ included: [tea], excluded: [beans], includedAll: true }),
    bound({ included: [tea], excluded: [], includedAll: true })
  ]
  t.strictSame(applicabilityOf([]), { included: [], excluded: [] })
  t.strictSame(applicabilityOf(rules), { included: [beans, mug], excluded: [tea, beans] })
})
