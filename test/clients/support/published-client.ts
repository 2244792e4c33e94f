/**
 * The published client of the public interface, unchanged and pointed at this service.
 */
import sdk, { type VoucherifyError } from '@voucherify/sdk'
import type { RunningShop } from '../../support/running.ts'

/** The client of a shop, given nothing but its address and a key pair. */
export function clientOf({ url, appId, appToken }: RunningShop) {
  return sdk.VoucherifyServerSide({ apiUrl: url, applicationId: appId, secretKey: appToken })
}

export type Client = ReturnType<typeof clientOf>

/** Whether it is the client's exception; it publishes the type of it and not the class. */
const isRefusal = (error: unknown): error is VoucherifyError =>
  error instanceof Error && error.constructor !== Error && 'request_id' in error

/**
 * What the client throws for something that is refused.
 * @throws {Error} when it is not refused, or not with the exception of the client.
 */
export async function refusalOf(asked: Promise<unknown>): Promise<VoucherifyError> {
  const outcome = await asked.catch((error: unknown) => error)
  if (isRefusal(outcome)) return outcome
  throw new Error(`Expected a refusal, got ${JSON.stringify(outcome)}`)
}
