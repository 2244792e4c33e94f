/**
 * The executable: loads the service and starts it.
 *
 * Spec: Decisions 47, 50, 100 and 252.
 */
import { loadQuickly } from './loading.ts'

const { start } = await loadQuickly(() => import('./start.ts'))
await start(process.argv.slice(2))
