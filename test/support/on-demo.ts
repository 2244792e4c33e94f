/** Tests that have a service each. */
import t, { type Test } from 'tap'
import { givenService, type Service } from './app.ts'

/** A test with a service of its own, on a fresh store with the demo in it. */
export function onDemo(title: string, play: (t: Test, service: Service) => Promise<void>) {
  return t.test(title, async t => play(t, await givenService(t)))
}
