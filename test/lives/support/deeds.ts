/**
 * The deeds of a life, as plain data that can be printed, kept and left out one by one.
 *
 * Orders and redemptions are numbered; a deed about one that never was is nothing.
 */
import type { Program } from './plans.ts'

/** Points an order counts in one program: by its rule, by its other rule, and after a wait. */
export type Counts = readonly [now: number, other: number, later: number]

export type Deed =
  /** `days` after today; `rules`: as the program says. */
  | { readonly do: 'give'; readonly to: Program; readonly points: number; readonly ends: Ends }
  | { readonly do: 'take'; readonly from: Program; readonly points: number }
  | { readonly do: 'order'; readonly nr: number; readonly a: Counts; readonly b: Counts }
  | { readonly do: 'cancel'; readonly nr: number }
  | { readonly do: 'buy'; readonly with: Program; readonly price: number; readonly nr: number }
  /** An order that points pay for, and gift credit where there is a voucher, as one stack. */
  | {
      readonly do: 'stack'
      readonly with: Program
      readonly points: number
      readonly credit: number
      readonly locked: boolean
      readonly nr: number
    }
  | { readonly do: 'swap'; readonly from: Program; readonly nr: number }
  | { readonly do: 'gift'; readonly with: Program; readonly nr: number }
  | { readonly do: 'coupon'; readonly with: Program; readonly nr: number }
  /** The coupon of that redemption, with gift credit where there is a voucher, as one stack. */
  | {
      readonly do: 'use coupon'
      readonly of: number
      readonly credit: number
      readonly locked: boolean
      readonly nr: number
    }
  /** A use of that coupon is kept for so many days. */
  | { readonly do: 'lock'; readonly of: number; readonly days: number; readonly nr: number }
  /** The shop switches that coupon on. */
  | { readonly do: 'switch on'; readonly of: number }
  /** What the lock of that number keeps. */
  | { readonly do: 'release'; readonly nr: number }
  | { readonly do: 'use gift'; readonly amount: number }
  | { readonly do: 'roll back'; readonly nr: number }
  | { readonly do: 'activate'; readonly nr: number; readonly in: Program }
  | { readonly do: 'drop'; readonly nr: number; readonly in: Program }
  /** To this minute of the day; `timer`: what is due by then is done by the calendar. */
  | { readonly do: 'pass'; readonly days: number; readonly minute: number; readonly timer: boolean }

export type Ends = 'rules' | 'never' | number

/** One deed in a few words. */
export function told(deed: Deed): string {
  switch (deed.do) {
    case 'give':
      return `give ${deed.points} to ${deed.to}, ${ending(deed.ends)}`
    case 'take':
      return `take ${deed.points} from ${deed.from} by hand`
    case 'order':
      return `order ${deed.nr}, which counts ${counted('a', deed.a)}${counted('b', deed.b)}`.trim()
    case 'cancel':
      return `cancel order ${deed.nr}`
    case 'buy':
      return `redemption ${deed.nr}: goods for ${deed.price} of ${deed.with}`
    case 'stack': {
      const { nr, points, with: program, credit, locked } = deed
      const how = locked ? ', kept under a lock before' : ''
      return `redemption ${nr}: ${points} of ${program} and ${credit} of gift credit pay${how}`
    }
    case 'swap':
      return `redemption ${deed.nr}: points of ${deed.from} for points of the other program`
    case 'gift':
      return `redemption ${deed.nr}: gift credit for points of ${deed.with}`
    case 'use gift':
      return `use ${deed.amount} of the gift credit`
    case 'coupon':
      return `redemption ${deed.nr}: a coupon for points of ${deed.with}`
    case 'use coupon': {
      const how = deed.locked ? ', kept under a lock before' : ''
      return `redemption ${deed.nr}: coupon ${deed.of} and ${deed.credit} of gift credit pay${how}`
    }
    case 'lock':
      return `lock ${deed.nr}: a use of coupon ${deed.of} is kept for ${deed.days} days`
    case 'switch on':
      return `coupon ${deed.of} is switched on`
    case 'release':
      return `lock ${deed.nr} is released`
    case 'roll back':
      return `roll back redemption ${deed.nr}`
    case 'activate':
      return `activate what waits of order ${deed.nr} in ${deed.in}`
    case 'drop':
      return `drop what waits of order ${deed.nr} in ${deed.in}`
    case 'pass':
      return `${deed.days} days pass, to ${clock(deed.minute)}${deed.timer ? ', timer' : ''}`
  }
}

function ending(ends: Ends): string {
  if (ends === 'rules') return 'as the program says'
  return ends === 'never' ? 'never to end' : `for ${ends} days`
}

function counted(program: Program, [now, other, later]: Counts): string {
  if (now + other + later === 0) return ''
  return `${now} + ${other} other + ${later} later in ${program} `
}

function clock(minute: number): string {
  const two = (count: number) => String(count).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}
