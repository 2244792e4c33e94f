import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { operationsOf } from '../../src/http/document.ts'
import { readContract } from '../../src/main/app.ts'
import { temporaryFolder } from '../storage/support/engines.ts'
import { root } from '../support/root.ts'
import { givenEnvironment, startedProgram } from '../support/running.ts'

/** A copy of the program with the packages of the repository, and nothing kept yet. */
async function givenCopy(t: Test): Promise<{ readonly folder: string; readonly kept: string }> {
  const folder = temporaryFolder(t)
  const packages = join(folder, 'node_modules')
  await mkdir(packages)
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name === '.cache') continue
    await symlink(join(root, 'node_modules', name), join(packages, name))
  }
  for (const name of ['generated', 'openapi']) await symlink(join(root, name), join(folder, name))
  await cp(join(root, 'src'), join(folder, 'src'), { recursive: true })
  await cp(join(root, 'package.json'), join(folder, 'package.json'))
  return { folder, kept: join(packages, '.cache') }
}

/** Every file under a folder with the moment it was written. */
async function filesUnder(folder: string): Promise<ReadonlyMap<string, number>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter(entry => entry.isFile())
    .map(file => join(file.parentPath, file.name))
  const written = files.sort().map(async file => [file, (await stat(file)).mtimeMs] as const)
  return new Map(await Promise.all(written))
}

/** What the run has set, or the one who runs it may have. */
const UNSET = { NODE_COMPILE_CACHE: undefined, NODE_DISABLE_COMPILE_CACHE: undefined }

t.test('what was compiled is kept beside the packages, and serves the next start', async t => {
  const { folder, kept } = await givenCopy(t)
  const environment = { ...(await givenEnvironment(t)), ...UNSET }
  const startAndStop = async () => {
    const { stop } = await startedProgram(t, environment, { folder })
    await stop()
    return filesUnder(join(kept, 'tessera'))
  }
  const first = await startAndStop()
  const sources = await filesUnder(join(folder, 'src'))
  t.ok(first.size > sources.size, 'all of the program, not only the file that Node was told to run')
  t.strictSame(await startAndStop(), first)
})

// What each is loaded for, and where it is.
const seldom = [
  ['/docs', 'node_modules/@fastify/swagger-ui/'],
  ['/docs', 'node_modules/@fastify/swagger/'],
  ['/assets/qr/:token', 'node_modules/bwip-js/'],
  ['/customers/:token', 'src/http/pages.ts'],
  ['the command line', 'node_modules/commander/'],
  ['/metrics', 'node_modules/@prometheus-io/'],
  ['/metrics', 'src/main/metrics.ts'],
  ['nobody', 'node_modules/@seriousme/openapi-schema-validator/'],
  ['/docs', 'node_modules/yaml/']
] as const

t.test('a service starts where nothing can be kept, and loads what is asked for', async t => {
  const { folder, kept } = await givenCopy(t)
  await writeFile(kept, 'not a folder')
  const LOADED = join(temporaryFolder(t), 'loaded')
  const environment = {
    ...(await givenEnvironment(t)),
    ...UNSET,
    LOADED,
    FAILED_CREDENTIALS_PER_MINUTE: 'none'
  }
  const nodeOptions = ['--import', new URL('./support/loaded.ts', import.meta.url).href]
  const { url } = await startedProgram(t, environment, { folder, nodeOptions })
  const loaded = async () => {
    const urls = await readFile(LOADED, 'utf8')
    return seldom.filter(([, path]) => urls.includes(`/${path}`))
  }
  t.ok(seldom.every(([, path]) => existsSync(join(root, path))))
  t.strictSame(await loaded(), [])
  t.equal((await fetch(`${url}/docs`)).status, 200)
  t.strictSame(
    await loaded(),
    seldom.filter(([asked]) => asked === '/docs')
  )
  // The outline of the routes is checked by tests, and not at a start.
  const missing: string[] = []
  for (const [name, document] of Object.entries(readContract().documents)) {
    for (const { id, method, path } of operationsOf(name, document)) {
      const { status } = await fetch(url + path.replaceAll(/\{\w+\}/g, 'none'), { method })
      // Without credentials; an open operation looks at the request.
      if (![400, 401, 415].includes(status)) missing.push(`${id}: ${status}`)
    }
  }
  t.strictSame(missing, [], 'every operation has its route')
  t.equal(await readFile(kept, 'utf8'), 'not a folder')
})
