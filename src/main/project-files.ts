/**
 * The commands that load a project file and write one.
 *
 * Both may run beside the service. A load may be repeated: what is as the file says stays so.
 */
import type { Command } from 'commander'
import type { Project } from '../model.ts'
import {
  type Did,
  dumper,
  type FileWriting,
  type LoadReport,
  type Lost,
  loader,
  type ProjectFile,
  type RowEdit,
  type Services
} from '../project-files/project-files.ts'
import type { Store } from '../storage/engine/store.ts'
import { projectAsked } from './imports.ts'
import { CommandFailed, grouped, type Host, onDatabase, progressFor } from './on-database.ts'

interface Options {
  readonly project?: string
  readonly dryRun: boolean
  readonly prune: boolean
  readonly deeds: boolean
  readonly json: boolean
}

/** Adds `load`. */
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
      else writeAll(text, writing(out), files)
      host.complain(notIn(leftOut))
    } finally {
      for (const each of files) each.abandon()
    }
  })
}

/** Writes a dump and what is beside it, and puts them in their places together. */
function writeAll(text: string, file: FileWriting, beside: FileWriting[]): void {
  beside.push(file)
  file.write(text)
  for (const each of beside) each.finish()
}

/** What a dump does not have, in a few lines. */
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

function servicesOf({ now, newId, random }: Host, limits: Limited): Services {
  return { now, ids: { newId, random }, limits }
}

async function load(host: Host, name: string, options: Options): Promise<void> {
  const { readProjectFile } = await loader()
  const file = readProjectFile(name)
  await onDatabase(host, (store, { config }) => loadInto(host, store, { file, config }, options))
}

async function loadInto(
  host: Host,
  store: Store,
  { file, config }: { readonly file: ProjectFile; readonly config: Limited },
  { project: id, dryRun, prune, deeds, json }: Options
): Promise<void> {
  const { badRowsOf, loadFile } = await loader()
  const project = await projectAsked(store, id)
  const progress = progressFor(host, 'the file')
  const services = servicesOf(host, config)
  try {
    const loaded = await loadFile(store, services, project, file, {
      dryRun,
      prune,
      deeds,
      advanced: (rows, share) => progress.show(rows, share),
      tell: text => progress.tell(text)
    })
    progress.end()
    const of = { file: file.name, project, dryRun }
    host.print(json ? JSON.stringify(toldToPrograms(loaded, of)) : report(loaded, of))
    if (badRowsOf(loaded) === 0) return
    throw new CommandFailed('Correct the bad rows and load the file again: no row is loaded twice.')
  } finally {
    progress.end()
  }
}

type Limited = Services['limits']

const SIGNS: { readonly [Each in Did]: string } = {
  made: '+',
  changed: '~',
  unchanged: ' ',
  removed: '-',
  'in use': '!'
}

const NOW_ALL_THE_SAME =
  '  The deeds happened now: days_ago counts only when the file makes its project.'

/** What was loaded, and into what. */
interface LoadOf {
  readonly file: string
  readonly project: Project
  readonly dryRun: boolean
}

/**
 * What a load did, for programs: each thing, unchanged ones too, and how many rows of each section;
 * rows about which a dry run cannot tell are `rows_to_come`.
 */
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

/** The most characters of a value that is told. */
const VALUE_MAX = 80

/** A row whose thing was changed, and each value of it: what it was, and what it is. */
function told({ section, name, differences }: RowEdit): readonly string[] {
  const inWords = (value: unknown) => {
    const text = value === null ? 'nothing' : JSON.stringify(value)
    return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)}…` : text
  }
  const values = differences.map(
    ({ column, from, to }) => `      ${column}: ${inWords(from)} → ${inWords(to)}`
  )
  return [`  ${SIGNS.changed} ${section} ${name}`, ...values]
}

/** What a load did, a line for each thing that it did something to. */
function report(
  { outcomes, rows, edits, rowsToCome, deeds, isDated }: LoadReport,
  { file, project, dryRun }: LoadOf
): string {
  const did = dryRun ? 'Dry run, nothing was changed: would load' : 'Loaded'
  const things = outcomes
    .filter(outcome => outcome.did !== 'unchanged')
    .map(outcome => {
      const kept = outcome.did === 'in use' ? ' (in use, so it stays)' : ''
      return `  ${SIGNS[outcome.did]} ${outcome.section} ${outcome.name}${kept}`
    })
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
    ...edits.flatMap(told),
    ...shown.map(([name, number]) => `  ${name.padEnd(12)}  ${grouped(number).padStart(11)}`),
    ...(isDated && deeds.done > 0 ? [NOW_ALL_THE_SAME] : [])
  ].join('\n')
}
