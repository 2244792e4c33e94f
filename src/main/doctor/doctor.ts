/**
 * The command that looks at everything a service needs, and says what it would change.
 *
 * It changes nothing itself. Each thing is looked at also where another one is wrong, because an
 * operator who is told one mistake at a time starts as often as there are mistakes.
 *
 * Spec: OPERATING.md.
 */
import type { Command } from 'commander'
import { CommandFailed, type Host } from '../on-database.ts'
import { databaseFindings } from './database.ts'
import type { DoctorFinding } from './findings.ts'
import { portFindings } from './machine.ts'
import { settingsFindings, settingsFound } from './settings.ts'

/** It prints everything that was found, and ends with 1 where something is wrong. */
export function addDoctorCommand(program: Command, host: Host): void {
  program
    .command('doctor')
    .description('check settings, database, clock, disk and port, and say what to change')
    .option('--json', 'print the findings as JSON', false)
    .addHelpText('after', `\n${STATES}`)
    .action(({ json }: { json: boolean }) => examine(host, json))
}

const STATES = [
  'It changes nothing, and may be given while the service runs. Each finding has a state:',
  '  ok      nothing to do',
  '  advice  the service runs, and the change would make it better',
  '  wrong   the service cannot run, or does wrong things; the command then ends with 1'
].join('\n')

async function examine(host: Host, json: boolean): Promise<void> {
  const findings = await findingsOn(host)
  host.print(json ? JSON.stringify(findings) : findings.map(lineOf).join('\n'))
  const count = findings.filter(({ state }) => state === 'wrong').length
  if (count === 0) return
  throw new CommandFailed(count === 1 ? 'One thing is wrong.' : `${count} things are wrong.`)
}

async function findingsOn(host: Host): Promise<readonly DoctorFinding[]> {
  const config = settingsFound(host.environment)
  if (Array.isArray(config)) return config
  return [
    ...settingsFindings(config),
    ...(await databaseFindings(host, config)),
    ...(await portFindings(config))
  ]
}

function lineOf({ state, about, found, change }: DoctorFinding): string {
  const line = `${state.padEnd(6)}  ${about.padEnd(8)}  ${found}`
  return change === null ? line : `${line}\n${' '.repeat(18)}${change}`
}
