/**
 * The command line: the commands of an operator on a database, and on a running service. Commands
 * open the database of DATABASE_URL, also while a service runs on it; none creates a demo. Exit
 * codes: 0 done, 1 failed with a sentence, 2 not understood, and 3 books that do not agree.
 * Spec: ProjectKey.
 */
import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { Command, CommanderError, InvalidArgumentError, type Option } from 'commander'
import * as known from '../demo/known.ts'
import { freshSource } from '../ids.ts'
import { newClientId, newSecret } from '../secrets.ts'
import { audit } from '../storage/audit/audit.ts'
import { isPostgres } from '../storage/database.ts'
import { keyPairNamed, listProjects } from '../storage/projects.ts'
import { folderOfCaller, readConfig } from './config.ts'
import { addProxyCommand, addVerifyCommand } from './conformance-commands.ts'
import { addCopyCommand, disagreeing, EXIT_CODES, restore } from './copy.ts'
import { addDoctorCommand } from './doctor.ts'
import { addImportCommands, addProjectFileCommands } from './file-commands.ts'
import { CLI, endWithReader, START, version } from './invocation.ts'
import {
  CommandFailed,
  commandFailure,
  existingFileOf,
  type Host,
  onDatabase,
  placeOf,
  printLines,
  withStore
} from './on-database.ts'
import { addJobCommands, addProjectCommands, addTokenCommands } from './project-commands.ts'
import { startCommand } from './start-options.ts'

export const thisProcess: Host = {
  print: text => console.log(text),
  complain: text => console.error(text),
  readInput: () => text(process.stdin),
  ...(process.stderr.isTTY ? { terminal: (text: string) => process.stderr.write(text) } : {}),
  now: () => new Date().toISOString(),
  ...freshSource(),
  newSecret,
  newClientId
}

const DONE = 0
const FAILED = 1
const NOT_UNDERSTOOD = 2

export function runHere(args: readonly string[]): Promise<number> {
  endWithReader(process.stdout)
  return run(args, thisProcess)
}

/** Runs one command (`arguments` without node and script) and resolves with its exit code. */
export async function run(args: readonly string[], host: Host): Promise<number> {
  try {
    await commands(host).parseAsync(args, { from: 'user' })
    return DONE
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : NOT_UNDERSTOOD
    host.complain(commandFailure(error))
    return error instanceof CommandFailed ? error.exitCode : FAILED
  }
}

function commands(host: Host): Command {
  const program = new Command(CLI)
    .description('Starts the service, and looks after the database that DATABASE_URL names.')
    .version(version(), '--version', 'print the version')
    .exitOverride()
    .configureOutput({
      writeOut: text => host.print(text.trimEnd()),
      writeErr: text => host.complain(text.trimEnd())
    })
  // For its help: the executable itself starts the service.
  program.addCommand(startCommand('serve').copyInheritedSettings(program))
  program
    .command('migrate')
    .description('make the database, or bring its tables to this version')
    .action(() => migrate(host))
  program
    .command('audit')
    .description('recount balances and totals, and name everything that disagrees')
    .option('--json', 'print the result as JSON, also when something disagrees', false)
    .addHelpText('after', `\n${EXIT_CODES}`)
    .action((options: { readonly json: boolean }) => auditAll(host, options))
  program
    .command('backup')
    .description('copy the database file, also while the service runs')
    .argument('<file>', 'the file to write; it must not exist yet')
    .addHelpText('after', `\n${ON_SERVER}`)
    .action((file: string) => backup(host, file))
  program
    .command('restore')
    .description('put a backup in the place of the database file; stop the service first')
    .argument('<file>', 'the file that `backup` wrote')
    .addHelpText(
      'after',
      `\n${ON_SERVER}\n\nA backup is put in place even when its books do not agree. ${EXIT_CODES}`
    )
    .action((file: string) => restore(host, file))
  addCopyCommand(program, host)
  program
    .command('demo')
    .description('show what is in the demo project')
    .option('--env', 'print shell variables, one NAME=value a line', false)
    .action((options: { readonly env: boolean }) => demo(host, options))
  addDoctorCommand(program, host)
  addProjectCommands(program, host)
  addTokenCommands(program, host)
  addJobCommands(program, host)
  addImportCommands(program, host)
  addProjectFileCommands(program, host)
  addVerifyCommand(program, host)
  addProxyCommand(program, host)
  program.addHelpText('after', `\n${PAPERS}`)
  const folder = folderOfCaller(host.environment)
  if (folder !== null) findFilesFrom(folder, program)
  adviseOwnHelp(program, CLI)
  return program
}

const PAPERS =
  'How to run the service is in OPERATING.md, and how to call it in openapi/guides, which a\n' +
  'running service serves below /docs.'

const ON_SERVER =
  'It is for a database in a file. For PostgreSQL use pg_dump and pg_restore; the command ' +
  'says how.'

/** Files are named from where one stands, and a script of npm runs in the clone. */
function findFilesFrom(folder: string, command: Command): void {
  const found = (file: string) => resolve(folder, file)
  for (const argument of command.registeredArguments) {
    if (argument.name() === 'file') argument.argParser(found)
  }
  for (const option of command.options) {
    if (option.flags.endsWith(' <file>')) option.argParser(found)
  }
  for (const each of command.commands) findFilesFrom(folder, each)
}

/** A mistake in a command, and in those below it, leads to the help of that command. */
function adviseOwnHelp(command: Command, typed: string): void {
  for (const option of command.options) {
    if (option.required && !option.variadic) refuseOptionAsValue(option)
  }
  command.showHelpAfterError(`Try: ${typed} --help`)
  command.configureOutput({
    outputError: (text, write) => write(/ required /.test(text) ? `${missingIn(command)}\n` : text)
  })
  for (const each of command.commands) adviseOwnHelp(each, `${typed} ${each.name()}`)
}

/** The parser takes the option that follows for the value of one that has none. */
function refuseOptionAsValue(option: Option): void {
  const { parseArg } = option
  option.argParser((value, before: unknown) => {
    if (value.startsWith('--')) throw new InvalidArgumentError('It needs a value before that.')
    return parseArg === undefined ? value : parseArg(value, before)
  })
}

/** All that is missing, where the parser names the first alone. */
function missingIn(command: Command): string {
  const names = [
    ...command.registeredArguments
      .filter(({ required }, index) => required && command.args[index] === undefined)
      .map(argument => `argument '${argument.name()}'`),
    ...command.options
      .filter(each => each.mandatory && command.getOptionValue(each.attributeName()) === undefined)
      .map(({ flags }) => `option '${flags}'`)
  ]
  return `error: missing required ${names.join(', ')}`
}

async function migrate(host: Host): Promise<void> {
  const { databaseUrl } = readConfig(host.environment)
  const place = placeOf(databaseUrl)
  const isNew = !isPostgres(databaseUrl) && !existsSync(place)
  const projects = await withStore(host, databaseUrl, async store => {
    await store.migrate()
    return store.read(null, listProjects)
  })
  host.print(isNew ? `Made an empty database: ${place}` : `The tables are up to date: ${place}`)
  const demo = projects.find(project => project.demo)
  if (demo !== undefined) host.print(`Its project ${demo.name} (${demo.id}) is the demo's.`)
}

async function auditAll(host: Host, { json }: { readonly json: boolean }): Promise<void> {
  await onDatabase(host, async (store, { place }) => {
    const found = await audit(store)
    if (json) host.print(JSON.stringify(found))
    if (json && found.clean) return
    if (!found.clean) throw disagreeing(`The books of ${place} do not agree`, found)
    const { projects, vouchers, entries, lots, customers, redemptions, jobs } = found.counts
    const lines: readonly (readonly [string, number])[] = [
      ['projects', projects],
      ['customers', customers],
      ['vouchers', vouchers],
      ['lots', lots],
      ['ledger entries', entries],
      ['redemptions', redemptions],
      ['jobs under way', jobs]
    ]
    printLines(host, [
      `The books agree: ${place}`,
      ...lines.map(([name, count]) => `  ${name.padEnd(14)}  ${String(count).padStart(9)}`)
    ])
  })
}

async function backup(host: Host, file: string): Promise<void> {
  const { databaseUrl } = readConfig(host.environment)
  const place = existingFileOf(databaseUrl)
  const target = resolve(file)
  if (existsSync(target)) {
    throw new CommandFailed(`${target} exists already. Give the copy another name.`)
  }
  const folder = dirname(target)
  if (!existsSync(folder)) throw new CommandFailed(`There is no folder ${folder}. Make it first.`)
  // Without migrating: a backup before an upgrade must not change the tables.
  await withStore(host, databaseUrl, store => store.backup(target))
  host.print(`Copied ${place}\n    to ${target} (${statSync(target).size} bytes)`)
}

async function demo(host: Host, { env }: { readonly env: boolean }): Promise<void> {
  await onDatabase(host, async (store, { place, config }) => {
    // Its keys are made last, so a demo with keys is complete.
    const found = await store.read(null, session => keyPairNamed(session, known.MGMT_ID))
    if (found === null || !found.project.demo) {
      const advice = config.production
        ? 'Production never makes it. Set another NODE_ENV and start the service on a new ' +
          'database.'
        : `Start the service on a new database to get one: ${START}`
      throw new CommandFailed(`The demo project is not in ${place}. ${advice}`)
    }
    const values: Readonly<Record<string, string>> = { ...known, BASE_URL: config.publicUrl }
    const lines = env
      ? VARIABLES.split(' ').map(name => `${name}=${shellQuoted(String(values[name]))}`)
      : demoLines(config.publicUrl)
    host.print(lines.join('\n'))
  })
}

function demoLines(url: string): readonly string[] {
  const lines: readonly (readonly [string, string])[] = [
    ['service', url],
    ['key pair', `X-App-Id: ${known.APP_ID}  X-App-Token: ${known.APP_TOKEN}`],
    ['management', `X-Management-Id: ${known.MGMT_ID}  X-Management-Token: ${known.MGMT_TOKEN}`],
    ['program', `${known.CAMPAIGN_ID}, with the card ${known.CARD_CODE} of ${known.CUSTOMER_ID}`],
    ['reward', known.REWARD_ID],
    ['promotion', known.PROMO_CAMPAIGN_ID],
    ['referral code', known.REFERRAL_CODE],
    ['product', known.PRODUCT_ID],
    ['event', known.EVENT_NAME]
  ]
  return [
    'The demo project has:',
    ...lines.map(([name, value]) => `  ${name.padEnd(13)}  ${value}`),
    'As shell variables: demo --env'
  ]
}

/** In this order; all but the first are what `demo/known.ts` calls so. */
const VARIABLES =
  'BASE_URL APP_ID APP_TOKEN PROJECT_ID CAMPAIGN_ID CARD_CODE CUSTOMER_ID REWARD_ID VOUCHER_CODE ' +
  'ADD_CAMPAIGN_ID PROMO_CAMPAIGN_ID METADATA_SCHEMA_ID EVENT_NAME PRODUCT_ID MGMT_ID MGMT_TOKEN'

/** For a POSIX shell: text with characters that mean something to it is put in single quotes. */
function shellQuoted(value: string): string {
  return /^[\w.,:/@%+-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`
}
