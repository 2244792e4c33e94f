import { loadQuickly } from './loading.ts'

const { start } = await loadQuickly(() => import('./start.ts'))
await start(process.argv.slice(2))
