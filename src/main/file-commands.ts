/**
 * The commands that load a project file and write one, and those that take over the data of another
 * service from files of rows. They may run beside the service, and may be repeated: what is as the
 * file says stays so, and what was imported is known by its key and stays as it is, so that one
 * that was cut short is given again as it was.
 */

import { existsSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import type { ImportRow, RowFinding } from '../decisions/imports/columns.ts'
import { FORMATS, type ImportKind } from '../decisions/imports/formats.ts'
import type { TextRow } from '../http/csv.ts'
import type { Project } from '../model.ts'
import {
  type Did,
  dumper,
  FILE_FORMATS,
  type FileFormat,
  type FileWriting,
  type LoadedThing,
  type LoadReport,
  type Lost,
  loader,
  rowReader,
  type Services
} from '../project-files/project-files.ts'
import { ownOrigin, Shell } from '../shell.ts'
import { copyOf, removeCopy } from '../storage/engine/sqlite-files.ts'
import type { Store } from '../storage/engine/store.ts'
import { listProjects } from '../storage/projects.ts'
import { type Config, readConfig } from './config.ts'
import { CLI } from './invocation.ts'
import {
  CommandFailed,
  existingFileOf,
  existingPlaceOf,
  grouped,
  type Host,
  onDatabase,
  printLines,
  progressFor,
  projectOfId,
  withStore
} from './on-database.ts'

interface Options {
  readonly project?: string
  readonly dryRun: boolean
  readonly prune: boolean
  readonly deeds: boolean
  readonly json: boolean
}

export function addProjectFileCommands(program: Command, host: Host): void {
  program
    .command('load')
    .description('set up a project from a file: make what is new, and change what differs')
    .argument('<file>', 'YAML or JSON; generated/project-file.json is its schema')
    .option('--project <id>', 'the project to load into, when there is more than one')
    .option('--dry-run', 'change nothing, and say what would happen', false)
    .option(
      '--prune',
      'remove what the sections of the file do not have, unless something uses it',
      false
    )
    .option('--deeds', 'carry out its deeds even when some of the file was loaded before', false)
    .option('--json', 'print the result as JSON', false)
    .action((file: string, options: Options) => load(host, file, options))
  program
    .command('dump')
    .description('write a project to a file that `load` takes')
    .option('--project <id>', 'the project to dump, when there is more than one')
    .option('--out <file>', 'the file to write, .yaml or .json; without it, YAML is printed')
    .option('--ids', 'write the ids of all that is set up, too', false)
    .action((options: DumpCommand) => dump(host, options))
}

interface DumpCommand {
  readonly project?: string
  readonly out?: string
  readonly ids: boolean
}

async function dump(host: Host, { project: id, out, ids: withIds }: DumpCommand): Promise<void> {
  const { dumpProject, dumpText, writing } = await dumper()
  await onDatabase(host, async (store, { config }) => {
    const project = await projectAsked(store, id)
    const files: FileWriting[] = []
    try {
      const { value, leftOut } = await dumpProject(store, servicesOf(host, config), project, {
        out: out ?? null,
        withIds,
        files,
        advanced: (section, rows) => host.complain(`${grouped(rows)} ${section} so far`)
      })
      const text = await dumpText(value, out ?? null)
      if (out === undefined) host.print(text.trimEnd())
      else {
        const file = writing(out)
        files.push(file)
        file.write(text)
        for (const each of files) each.finish()
      }
      host.complain(notIn(leftOut))
    } finally {
      for (const each of files) each.abandon()
    }
  })
}

function notIn(leftOut: ReadonlyMap<string, Lost>): string {
  const counted = [...leftOut].map(([what, { count, some }]) => {
    const more = count > some.length ? ', …' : ''
    return `  ${grouped(count)} ${what} (${some.join(', ')}${more})`
  })
  return [
    'Left out: keys; customers in segments; redemptions, publications, referrals and events;',
    'ledgers and pending points; exports.',
    ...counted
  ].join('\n')
}

function servicesOf({ now, newId, random }: Host, limits: Services['limits']): Services {
  return { now, ids: { newId, random }, limits }
}

async function load(
  host: Host,
  name: string,
  { project: id, dryRun, prune, deeds, json }: Options
): Promise<void> {
  const { badRowsOf, checkFile, loadFile, readProjectFile } = await loader()
  const file = readProjectFile(name)
  const missing = missingPlace(host)
  if (missing !== null) {
    await checkFile(file)
    throw missing
  }
  await onDatabase(host, async (store, { config }) => {
    const project = await projectAsked(store, id)
    const progress = progressFor(host, 'the file')
    const advanced = progress.show
    const asked = { dryRun, prune, deeds, advanced, tell: progress.tell }
    try {
      const loaded = await loadFile(store, servicesOf(host, config), project, file, asked)
      progress.end()
      const of = { file: file.name, project, dryRun }
      host.print(json ? JSON.stringify(toldToPrograms(loaded, of)) : report(loaded, of))
      if (badRowsOf(loaded) === 0) return
      throw new CommandFailed(
        'Correct the bad rows and load the file again: no row is loaded twice.'
      )
    } finally {
      progress.end()
    }
  })
}

/** Why there is no database; null where there may be one. */
function missingPlace({ environment }: Host): CommandFailed | null {
  try {
    existingPlaceOf(readConfig(environment).databaseUrl)
    return null
  } catch (error) {
    if (error instanceof CommandFailed) return error
    throw error
  }
}

const SIGNS: { readonly [Each in Did]: string } = {
  made: '+',
  changed: '~',
  unchanged: ' ',
  removed: '-',
  'in use': '!'
}

const NOW_ALL_THE_SAME =
  '  The deeds happened now: days_ago counts only when the file makes its project.'

const VOUCHERS_STAY =
  '  Vouchers that exist keep their terms: those of a campaign are for vouchers made from now on.'

interface LoadOf {
  readonly file: string
  readonly project: Project
  readonly dryRun: boolean
}

/** Each thing, unchanged ones too; rows about which a dry run cannot tell are `rows_to_come`. */
function toldToPrograms(
  { outcomes, rows, edits, rowsToCome, deeds, isDated }: LoadReport,
  { file, project, dryRun }: LoadOf
) {
  return {
    file,
    project: project.id,
    dry_run: dryRun,
    things: outcomes,
    rows,
    edits,
    rows_to_come: rowsToCome,
    deeds: { done: deeds.done, left: deeds.left, happened_now: isDated && deeds.done > 0 }
  }
}

const VALUE_MAX = 80

/** What was changed of a thing: each value, what it was and what it is. */
function inWords(differences: LoadedThing['differences'] = []): readonly string[] {
  const shown = (value: unknown) => {
    const text = value === null ? 'nothing' : JSON.stringify(value)
    return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)}…` : text
  }
  return differences.map(({ column, from, to }) => `      ${column}: ${shown(from)} → ${shown(to)}`)
}

function report(
  { outcomes, rows, edits, rowsToCome, deeds, isDated }: LoadReport,
  { file, project, dryRun }: LoadOf
): string {
  const did = dryRun ? 'Dry run, nothing was changed: would load' : 'Loaded'
  const things = outcomes
    .filter(outcome => outcome.did !== 'unchanged')
    .flatMap(({ section, name, did, differences }) => {
      const kept = did === 'in use' ? ' (in use, so it stays)' : ''
      return [`  ${SIGNS[did]} ${section} ${name}${kept}`, ...inWords(differences)]
    })
  const hasNewTerms = outcomes.some(
    ({ section, differences = [] }) =>
      section === 'campaigns' && differences.some(({ column }) => column.startsWith('voucher.'))
  )
  const count = (of: Did) => outcomes.filter(outcome => outcome.did === of).length
  const tallies = Object.values(rows)
  const sum = (of: 'made' | 'changed' | 'unchanged' | 'bad') =>
    tallies.reduce((total, tally) => total + tally[of], 0)
  const toCome = Object.values(rowsToCome).reduce((total, each) => total + each, 0)
  const counts = [
    ['new', count('made') + sum('made')],
    ['changed', count('changed') + sum('changed')],
    ['as they were', count('unchanged') + sum('unchanged')],
    ['removed', count('removed')],
    ['in use', count('in use')],
    ['bad rows', sum('bad')],
    ['deeds', deeds.done],
    ['deeds left', deeds.left],
    ['rows to come', toCome]
  ] as const
  const shown = counts.filter(([name, number]) => number > 0 || name === 'new')
  return [
    `${did} ${file} into ${project.name}`,
    ...things,
    ...edits.flatMap(({ section, name, differences }) => [
      `  ${SIGNS.changed} ${section} ${name}`,
      ...inWords(differences)
    ]),
    ...shown.map(([name, number]) => `  ${name.padEnd(12)}  ${grouped(number).padStart(11)}`),
    ...(hasNewTerms ? [VOUCHERS_STAY] : []),
    ...(isDated && deeds.done > 0 ? [NOW_ALL_THE_SAME] : [])
  ].join('\n')
}

interface ImportOptions {
  readonly project?: string
  readonly format?: FileFormat
  readonly campaign?: string
  readonly encoding?: string
  readonly dryRun: boolean
  readonly stopAtFirst: boolean
  readonly earn?: boolean
}

export function addImportCommands(program: Command, host: Host): void {
  const parent = program
    .command('import')
    .description('take over customers, vouchers and orders; what is set up comes by load')
  for (const kind of Object.keys(FORMATS) as ImportKind[]) {
    const command = parent
      .command(kind)
      .description(`import ${FORMATS[kind].about}`)
      .argument('<file>', 'CSV with a header, or JSON lines with the same names')
      .option('--project <id>', 'the project to import into, when there is more than one')
      .addOption(
        new Option('--format <format>', 'the format of the file, whatever its name').choices(
          FILE_FORMATS
        )
      )
      .option('--encoding <name>', 'the encoding of the file, when it is not UTF-8 or UTF-16')
      .option('--dry-run', 'change nothing, and say what would happen', false)
      .option('--stop-at-first', 'import nothing after the first bad row', false)
      .action((file: string, options: ImportOptions) => importFile(host, { kind, file }, options))
      .addHelpText('after', `\n${columnsOf(kind)}`)
    if ('campaign' in FORMATS[kind].columns) {
      command.option('--campaign <name>', 'the campaign, by name or id, of rows that name none')
    }
    if (kind === 'orders') {
      command.option(
        '--earn',
        'let orders earn points as if they were paid now, with all that follows'
      )
    }
  }
}

function columnsOf(kind: ImportKind): string {
  const { columns } = FORMATS[kind]
  const lines = Object.entries(columns).map(([name, { isNeeded, expects, meaning }]) =>
    [`  ${name.padEnd(20)}${isNeeded ? '  needed' : ''}`.trimEnd(), meaning, expects].join(
      '\n      '
    )
  )
  return ['Columns, in any order; those without "needed" may be left out:', ...lines].join('\n')
}

interface ImportAsked {
  readonly kind: ImportKind
  readonly file: string
}

async function importFile(host: Host, { kind, file }: ImportAsked, options: ImportOptions) {
  const { campaign, encoding, dryRun } = options
  const config = readConfig(host.environment)
  const path = resolve(file)
  if (!existsSync(path) || !statSync(path).isFile()) {
    throw new CommandFailed(`There is no file ${path}.`)
  }
  const { formatOf, rowsOf } = await rowReader()
  const format = options.format ?? formatOf(file)
  const { isEncoding } = await import('../http/bodies.ts')
  if (encoding !== undefined && !isEncoding(encoding)) {
    throw new CommandFailed(`${encoding} is not a known encoding. Try: --encoding windows-1252`)
  }
  const given: ImportRow = campaign === undefined ? {} : { campaign }
  const rows = rowsOf(path, format, { columns: FORMATS[kind].columnsOfFile, given, encoding })
  const missing = missingPlace(host)
  if (missing !== null) {
    for await (const { line, findings } of rows) {
      for (const finding of findings) host.complain(sentenceOf(path, line, finding))
    }
    throw missing
  }
  const work = (store: Store) =>
    importInto(host, { store, config, kind, file: path, rows, given }, options)
  return dryRun ? onCopy(host, config.databaseUrl, work) : onDatabase(host, work)
}

interface ImportTarget extends ImportAsked {
  readonly store: Store
  readonly config: Config
  readonly rows: AsyncIterable<TextRow>
  readonly given: ImportRow
}

/** @throws {CommandFailed} when a row was bad; the counts are printed all the same. */
async function importInto(
  host: Host,
  { store, config, kind, file, rows, given }: ImportTarget,
  options: ImportOptions
): Promise<void> {
  const { dryRun, stopAtFirst } = options
  const { carryOutRows } = await rowReader()
  const { importRow } = await import('../jobs/rows.ts')
  const project = await projectAsked(store, options.project)
  const ids = { newId: host.newId, random: () => 0 }
  const shell = new Shell({ store, now: host.now, ids, limits: config })
  const origin = ownOrigin(project, `import ${kind} ${basename(file)}`)
  const progress = progressFor(host, 'the file')
  const onFault = ({ name, message }: Error) => progress.tell(`${name}: ${message}`)
  const read = { kind, given, earns: options.earn ?? false }
  const size = statSync(file).size
  try {
    const { made, changed, unchanged, bad } = await carryOutRows(rows, {
      carryOut: async ({ row, findings }) => {
        if (findings.length > 0) return findings
        const outcome = await importRow({ shell, onFault }, origin, read, row)
        return typeof outcome === 'string' ? outcome : outcome.findings
      },
      report: (line, finding) => progress.tell(sentenceOf(file, line, finding)),
      advanced: (done, bytes) => progress.show(done, size === 0 ? 1 : Math.min(1, bytes / size)),
      stopsAtFirst: stopAtFirst
    })
    const counts = [
      ['new', made],
      ['changed', changed],
      ['as they were', unchanged],
      ['bad rows', bad]
    ] as const
    const did = dryRun ? 'Dry run, nothing was changed: would import' : 'Imported'
    progress.end()
    printLines(host, [
      `${did} ${kind} of ${basename(file)} into ${project.name}`,
      ...counts.map(([name, count]) => `  ${name.padEnd(12)}  ${grouped(count).padStart(11)}`)
    ])
    if (bad === 0) return
    throw new CommandFailed(
      stopAtFirst
        ? 'Stopped at the first bad row. Correct it and import the file again: no row is ' +
            'imported twice.'
        : 'Correct the bad rows and import the file again: no row is imported twice.'
    )
  } finally {
    progress.end()
  }
}

/** The project that is named, or the only one. @throws {CommandFailed} */
export async function projectAsked(store: Store, id: string | undefined): Promise<Project> {
  if (id !== undefined) return projectOfId(store, id)
  const [only, second] = await store.read(null, listProjects)
  if (only === undefined) {
    throw new CommandFailed(`There is no project yet. Try: ${CLI} project create NAME`)
  }
  if (second === undefined) return only
  throw new CommandFailed(
    'There is more than one project. Say which with --project, as ' +
      `\`${CLI} project list\` prints it.`
  )
}

function sentenceOf(file: string, line: number, { column, message }: RowFinding): string {
  const at = column === null ? '' : `, column ${column}`
  return `${basename(file)}, line ${line}${at}: ${message}`
}

/* A dry run is the import itself, on a copy beside the database that is thrown away. */

async function onCopy(host: Host, databaseUrl: string, work: (store: Store) => Promise<void>) {
  const copy = copyOf(existingFileOf(databaseUrl))
  try {
    // Without migrating: a dry run changes nothing, the tables of an older version included.
    await withStore(host, databaseUrl, store => store.backup(copy))
    await withStore(host, `sqlite:${copy}`, async store => {
      await store.migrate()
      await work(store)
    })
  } finally {
    removeCopy(copy)
  }
}
