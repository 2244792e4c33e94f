/** The files of scripts/deploy: what they copy is there, and they start the service as npm does. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { root } from '../support/root.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')

t.test('Dockerfile: copies what is there, and starts as `npm start` does, not as root', async t => {
  const lines = read('scripts/deploy/Dockerfile').split('\n')
  const copied = lines.flatMap(line => /^COPY (.*) \S+$/.exec(line)?.[1]?.split(' ') ?? [])
  t.strictSame(copied, ['package.json', 'package-lock.json', 'generated', 'openapi', 'src'])
  for (const each of copied) t.ok(existsSync(join(root, each)), each)
  const [, started = '[]'] = /^CMD (\[.*\])$/m.exec(lines.join('\n')) ?? []
  const { scripts } = JSON.parse(read('package.json'))
  t.equal(`exec ${JSON.parse(started).join(' ')}`, scripts.start)
  t.ok(lines.includes('USER node'))
})

t.test('compose.yaml: builds that file, and waits for its database', async t => {
  const { services } = parse(read('scripts/deploy/compose.yaml'))
  const { build, depends_on } = services.tessera
  t.ok(existsSync(join(root, build.dockerfile)))
  t.strictSame(Object.keys(depends_on), ['database'])
  t.ok(services.database.healthcheck)
})
