/**
 * What one coupon costs, beside the older requests about the same cart of a member: asked for,
 * beside the estimate of what paying for the cart earns, and redeemed, beside the reward that pays
 * for it with points.
 */
import { compare } from './measure.ts'
import { startService } from './processes.ts'
import { figure, type Line } from './report.ts'
import type { Settings } from './settings.ts'
import { loadOf, openShop, type QuestionName, questionsOf } from './shop.ts'

const CONNECTIONS = 32

interface Pair {
  readonly coupon: QuestionName
  readonly other: QuestionName
  readonly isPromised: boolean
}

/** The last reward pays for no order, so its pair is shown and nothing is promised. */
const PAIRS: readonly Pair[] = [
  { coupon: 'a validation', other: 'an estimate', isPromised: true },
  { coupon: 'a discount', other: 'a payment with points', isPromised: true },
  { coupon: 'a discount', other: 'a redemption', isPromised: false }
]

/** Each pair in turn; a ratio of 1 or more is a coupon that costs no more than the other. */
export async function coupons(folder: string, settings: Settings): Promise<readonly Line[]> {
  const service = await startService({ folder })
  try {
    const questions = questionsOf(await openShop(service))
    const { cpuSeconds } = service
    const of = (name: QuestionName) => ({ load: loadOf(service.url, questions[name]), cpuSeconds })
    const lines: Line[] = []
    for (const { coupon, other, isPromised } of PAIRS) {
      const contenders = { coupon: of(coupon), other: of(other) }
      const found = await compare(contenders, { ...settings, connections: CONNECTIONS })
      lines.push({
        section: `One coupon beside older requests, ${CONNECTIONS} connections`,
        name: `${coupon}, beside ${other}`,
        value: found.coupon.perSecond,
        unit: '/s',
        ratio: found.coupon.perSecond / found.other.perSecond,
        against: other,
        ...(isPromised ? { target: { atLeast: 1 } } : {}),
        beside: {
          CPU: `${figure(found.coupon.cpuMs)} ms`,
          [`CPU of ${other}`]: `${figure(found.other.cpuMs)} ms`
        }
      })
    }
    return lines
  } finally {
    await service.stop()
  }
}
