/**
 * Loads the project file that a start names: into the only project, or where nothing is kept into
 * one that is made of it.
 */
import { Refused } from '../decisions/refusals.ts'
import { freshSource, type IdSource } from '../ids.ts'
import {
  FileFailed,
  loader,
  type ProjectFile,
  type ProjectKeys,
  type Services
} from '../project-files/project-files.ts'
import type { Store } from '../storage/engine/store.ts'
import { listProjects } from '../storage/projects.ts'
import type { Config } from './config.ts'
import { CLI } from './invocation.ts'
import { StartRefused } from './listening.ts'
import { CommandFailed, grouped } from './on-database.ts'

export interface ServedProject extends ProjectKeys {
  readonly projectId: string
}

/** The time of the start; without a source of ids they are as for any project. */
interface StartGiven extends Pick<Services, 'now'> {
  readonly ids?: IdSource | undefined
  /** Told what the people who start it are to know, such as a row that was not imported. */
  readonly tell: (text: string) => void
}

type ServedConfig = Config & { readonly projectFile: string }

/**
 * Loads the file; null where the project was there, with keys that its maker knows.
 * @throws {StartRefused} with the mistakes of the file, where there is no project to choose, or
 * where a project that is made of the file lacks some of its rows.
 */
export async function loadForStart(
  store: Store,
  given: StartGiven,
  config: ServedConfig
): Promise<ServedProject | null> {
  try {
    return await loadNamed(store, given, config)
  } catch (error) {
    const isTold = [CommandFailed, FileFailed, Refused].some(kind => error instanceof kind)
    throw isTold ? new StartRefused((error as Error).message) : error
  }
}

async function loadNamed(
  store: Store,
  { now, ids = freshSource(), tell }: StartGiven,
  config: ServedConfig
): Promise<ServedProject | null> {
  const { readProjectFile, projectFromFile, loadFile, badRowsOf } = await loader()
  const file = readProjectFile(config.projectFile)
  const services = { now, ids, limits: config }
  const [only, second] = await store.read(null, listProjects)
  if (only === undefined && config.ephemeral) {
    const { project, keys, loaded } = await projectFromFile(store, services, file, { tell })
    const bad = badRowsOf(loaded)
    // Tests against a project that lacks rows of its file would fail for no reason that they tell.
    if (bad > 0) throw new StartRefused(`${sentenceOf(bad, file)} Correct them and start again.`)
    return { projectId: project.id, ...keys }
  }
  if (only === undefined) {
    throw new CommandFailed(
      `There is no project to load ${file.name} into. Make one and keep its keys: ` +
        `${CLI} project create NAME`
    )
  }
  if (second !== undefined) {
    throw new CommandFailed(
      `There is more than one project, so that a start cannot load ${file.name}. Load it with: ` +
        `${CLI} load ${file.name} --project ID`
    )
  }
  const bad = badRowsOf(await loadFile(store, services, only, file, { tell }))
  if (bad > 0) tell(`${sentenceOf(bad, file)} The service starts without them.`)
  return null
}

function sentenceOf(bad: number, { name }: ProjectFile): string {
  return `Of the files of rows that ${name} names, bad rows were not loaded: ${grouped(bad)}.`
}
