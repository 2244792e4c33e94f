/**
 * The samples of code that the published document shows for each of the sixteen operations are run
 * as they stand, by the programs that people have, against a service that listens.
 *
 * The gate runs a third of them in each language, and the soak all.
 *
 * Where a program is missing its samples are skipped, and fail in CI, which has to have it.
 */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { promisify } from 'node:util'
import t from 'tap'
import { type Tree, tree } from '../../scripts/documents/walk.ts'
import { temporaryFolder } from '../storage/support/engines.ts'
import { givenService } from '../support/app.ts'
import { rowsOf } from '../support/chance.ts'
import { documents, operations } from '../support/requests.ts'
import { fewest, shapeDifferences } from '../support/shapes.ts'

/** Each language with what runs its files, and the program that has to be there. */
const languages = [
  { lang: 'Shell', program: 'bash', file: 'sample.sh', proof: 'curl' },
  { lang: 'TypeScript', program: execPath, file: 'sample.ts', proof: execPath },
  { lang: 'Python', program: 'python3', file: 'sample.py', proof: 'python3' }
] as const

const published = operations.filter(({ document }) => document === 'service')

/** The sample of an operation in a language; empty when it has none. */
function sampleOf(path: string, method: string, lang: string): string {
  const paths = tree((documents.service as unknown as Tree)['paths'])
  const operation = tree(tree(paths[path])[method.toLowerCase()])
  const samples = (operation['x-codeSamples'] ?? []) as Tree[]
  return String(samples.find(sample => sample['lang'] === lang)?.['source'] ?? '')
}

async function ran(program: string, args: readonly string[], environment: NodeJS.ProcessEnv) {
  const { PATH } = process.env
  const settings = { env: { PATH, ...environment }, timeout: 300_000 }
  return (await promisify(execFile)(program, args, settings)).stdout
}

t.equal(published.length, 16)

/** A third of the operations, which is another one for each language. */
const SHARE = Math.ceil(published.length / languages.length)

t.jobs = languages.length

for (const [which, { lang, program, file, proof }] of languages.entries()) {
  const isThere = await ran(proof, ['--version'], {}).then(
    () => true,
    () => false
  )
  const skip = isThere || process.env['CI'] !== undefined ? false : `${proof} is not installed`
  t.test(`${lang}: every operation has a sample that does what it shows`, { skip }, async t => {
    const operations = [...published.slice(which), ...published.slice(0, which)]
    const shared = rowsOf(t, operations, { gate: SHARE, soak: published.length })
    const { app } = await givenService(t)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const path = join(temporaryFolder(t), file)
    for (const [operation] of shared) {
      const sample = sampleOf(operation.path, operation.method, lang)
      t.not(sample, '', operation.id)
      writeFileSync(path, sample)
      const printed = JSON.parse(
        await ran(program, [path], { BASE_URL: `http://127.0.0.1:${port}` })
      )
      const found = [...operation.answers]
        .filter(([status]) => status < 300)
        .flatMap(([status, shown]) =>
          shown.map(({ value }) => shapeDifferences(operation, status, value, printed))
        )
      t.strictSame(fewest(found), [], operation.id)
    }
  })
}
