#!/usr/bin/env node
/**
 * The executable of the command line: loads it and runs one command.
 *
 * Spec: Decision 100.
 */
import { loadQuickly } from './loading.ts'

const { runHere } = await loadQuickly(() => import('./command-line.ts'))
process.exitCode = await runHere(process.argv.slice(2))
