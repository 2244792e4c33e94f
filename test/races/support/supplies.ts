/**
 * All kinds of supplies, each of which lasts for as many as there is for.
 */
import type { Test } from 'tap'
import { rowsOf } from '../../support/chance.ts'
import type { Floor } from './floor.ts'
import { lockSupplies } from './lock-supplies.ts'
import { pointSupplies } from './point-supplies.ts'
import { rushed } from './rush.ts'
import { voucherSupplies } from './voucher-supplies.ts'

const supplies = Object.entries({ ...pointSupplies, ...voucherSupplies, ...lockSupplies })

/** Everybody at once, for each kind of supply; for so many of the kinds in the gate. */
export async function suppliesLast(t: Test, floor: Floor, gate: number): Promise<void> {
  for (const [[what, supply], chance] of rowsOf(t, supplies, { gate, soak: supplies.length })) {
    const shop = await floor.newShop()
    const rush = await supply(shop, chance)
    await t.test(`${what}: ${rush.told}`, async t => {
      await rushed(t, shop, rush)
      await floor.proven(t, shop)
    })
  }
}
