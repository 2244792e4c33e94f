/**
 * Finds the test of an error that nobody awaited, by the context that Node hands from a call to
 * what follows from it.
 *
 * It stands in for what the test runner finds it by, which follows every promise, timer and socket
 * from where it was made, and took a tenth of the CPU of all tests.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

type OnError = (error: unknown, how: string) => void

/** What is running, and whatever it has set going. */
const running = new AsyncLocalStorage<AsyncResource>()

/** What was begun first is the run of all tests. */
let all: Domain | null = null

/** As much of Node's class as the runner uses: what a test does is done in its scope. */
export class AsyncResource {
  /** The test's own. */
  domain: Domain | null = null

  runInAsyncScope<Result>(
    task: (...given: unknown[]) => Result,
    about?: unknown,
    ...given: unknown[]
  ): Result {
    return running.run(this, () => task.apply(about, given))
  }

  emitDestroy(): this {
    return this
  }
}

/** As much of the library's class as the runner uses: what is told of the errors of a test. */
export class Domain {
  readonly onerror: OnError

  constructor(onerror: OnError) {
    this.onerror = onerror
    const scope = running.getStore()
    if (scope !== undefined) scope.domain ??= this
    all ??= this
  }

  /** An error that comes after the end of its test fails the test as well. */
  destroy(): void {}
}

const tell = (how: string) => (error: unknown) => {
  const found = running.getStore()?.domain ?? all
  if (found === null) throw error
  found.onerror(error, how)
}
process.setUncaughtExceptionCaptureCallback(tell('uncaughtException'))
process.on('unhandledRejection', tell('unhandledRejection'))
