/**
 * The front door of what judges services by the documents: all that the commands use of it. They
 * load it when one of them is given.
 */
export { CompiledContract } from './contract.ts'
export { type Deviation, type Passage, type RunningProxy, startProxy } from './proxy.ts'
export { isClean, namesOf, type Reporter, rendered, summaryAsText } from './reporters.ts'
export { TrafficChecks } from './traffic.ts'
export { Unverifiable, verify, type Wish } from './verification.ts'
