/**
 * The front door of what judges services by the documents: all that the commands use of it. They
 * load it when one of them is given.
 */
export { CompiledContract } from './contract.ts'
export {
  type Deviation,
  type Passage,
  type RunningProxy,
  startProxy,
  TrafficChecks
} from './proxy.ts'
export {
  isClean,
  namesOf,
  type Reporter,
  rendered,
  summaryAsText,
  Unverifiable,
  verify,
  type Wish
} from './verification.ts'
