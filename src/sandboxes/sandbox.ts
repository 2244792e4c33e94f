/**
 * The calendar of projects of the sandbox: what is due by their clocks, carried out at once by a
 * worker that is made for each time there may be something to do, and waited for.
 * Spec: moveSandboxClock.
 */
import { firstDayDue, isReviewedDaily } from '../jobs/standing.ts'
import { tasks, timerTasks } from '../jobs/tasks.ts'
import { Worker } from '../jobs/worker.ts'
import type { Instant, Project } from '../model.ts'
import { addDays, dayAt, midnight } from '../rules/validity.ts'
import type { Sandbox } from '../sandbox.ts'
import type { Shell } from '../shell.ts'
import type { Store } from '../storage/engine/store.ts'
import { jobQueue } from '../storage/jobs.ts'

export interface CalendarParts {
  readonly store: Store
  /** Asked for when it is needed, because the shell asks for sandboxes itself. */
  readonly shell: () => Shell
  readonly onError: (error: unknown, doing: string) => void
}

/** It is never started, so that it never polls. */
const NO_POLL_MS = 1_000

/** No other worker looks after a project of the sandbox. */
const NOBODY_ELSE = { take: async () => true, release: async () => undefined }

/** Lets midnight after midnight pass, and carries out at each what is due by then. */
export async function passTime(
  parts: CalendarParts,
  project: Project,
  sandbox: Sandbox,
  target: Instant
): Promise<void> {
  for (;;) {
    const next = await nextMidnight(parts, project, sandbox.now(), target)
    sandbox.setNow(next ?? target)
    await carryOutDue(parts, project, sandbox, 'timers')
    if (next === null) return
  }
}

/** The first midnight up to `target` at which something may be due; null when none is left. */
async function nextMidnight(
  { store }: CalendarParts,
  project: Project,
  now: Instant,
  target: Instant
): Promise<Instant | null> {
  const { timezone } = project
  const read = store.read.bind(store)
  const tomorrow = addDays(dayAt(now, timezone), 1)
  const due = (await isReviewedDaily(read, project))
    ? tomorrow
    : await firstDayDue(read, project, dayAt(target, timezone))
  if (due === null) return null
  const next = midnight(due > tomorrow ? due : tomorrow, timezone)
  return next <= target ? next : null
}

/** Carries out all jobs that are due in a project by its clock, and what the timer looks for. */
export async function carryOutDue(
  { store, onError, shell: shellOf }: CalendarParts,
  project: Project,
  sandbox: Sandbox,
  what: 'timers' | 'jobs'
): Promise<void> {
  const shell = shellOf()
  const queue = jobQueue(store)
  const worker = new Worker({
    shell: {
      limits: shell.limits,
      now: () => sandbox.now(),
      // How many items a unit takes must not depend on who else is there, nor on the machine.
      unitsBegun: 0,
      settle: (origin, unit) => shell.settle(origin, unit)
    },
    stopwatch: () => 0,
    read: (projectId, load) => store.read(projectId, load),
    projects: async () => [project],
    forget: () => store.forget(),
    random: sandbox.begin()().random,
    queue: { ...queue, claim: options => queue.claim({ ...options, projectId: project.id }) },
    tasks,
    timerLeases: NOBODY_ELSE,
    timerTasks: what === 'timers' ? timerTasks : [],
    owner: 'sandbox',
    pollMs: NO_POLL_MS,
    onError
  })
  worker.wake()
  await worker.idle()
  await worker.stop()
}
