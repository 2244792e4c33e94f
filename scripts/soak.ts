/**
 * Searches at random for what is wrong, as long as is wished for: lives, histories, requests,
 * deaths, races, many rows, many processes and properties, on both engines. What it plays follows
 * from the seed and the minutes alone (soak/plan.ts). What a word plays: `USAGE`.
 */
import { MINUTES_DEFAULT, NAMES, planFor } from './soak/asked.ts'
import { soak } from './soak/playing.ts'
import { runPlan } from './suite/ending.ts'

const USAGE = `npm run soak                           ${MINUTES_DEFAULT} minutes of all parts, from any seed
npm run soak -- --minutes 60 --seed 7  an hour, always the same
npm run soak -- --parts lives,kills    some of the parts
npm run soak -- --engine postgres      on one engine, sqlite or postgres
npm run soak -- --minutes 60 --seed 7 --from 31
                                       what is left of a run that was interrupted
npm run soak -- --play test/lives/walk.test.ts --seed 7 --case 1.4
                                       one file with one seed, or a case of it

The parts are ${NAMES.join(', ')}.
A minute is one of a machine with two quiet cores; what is played does not depend on the machine.
--help  prints this`

await runPlan(() => {
  const plan = planFor(process.argv.slice(2))
  if (plan === null) console.log(USAGE)
  return plan
}, soak)
