/**
 * That the house rules find what they are for: each is shown its violation, and beside it the
 * nearest thing that is allowed. A check that cannot fail checks nothing.
 */
import t from 'tap'
import * as papers from './support/papers.ts'
import { portabilityFindings } from './support/portability.ts'
import * as purity from './support/purity.ts'
import { secrecyFindings } from './support/secrecy.ts'
import { finds } from './support/shown.ts'
import { readTree, sourceOf } from './support/source.ts'

finds(purity.documentFindings, [
  ['src/main/cli.ts', "read('../../generated/service.json')", '1 names a generated file.'],
  ['src/http/types.ts', "import type { paths } from '../../generated/service.d.ts'", null],
  ['src/storage/a.ts', "import * as t from '../../generated/tables.postgres.ts'", null],
  ['src/http/served-files.ts', "read('../../generated/service.json')", null]
])

finds(purity.purityFindings, [
  ['src/rules/a.ts', 'const f = async () => 1', '1 is pure, but says async.'],
  ['src/rules/a.ts', '\nconst day = new Date()', '2 is pure, but says a Date of now.'],
  ['src/rules/a.ts', 'const day = new Date(text)', null],
  ['src/rules/a.ts', 'const now = Date.now()', '1 is pure, but says Date.now.'],
  ['src/rules/a.ts', 'const now = Temporal.Now.instant()', '1 is pure, but says Temporal.Now.'],
  ['src/rules/a.ts', 'const chance = Math.random()', '1 is pure, but says Math.random.'],
  ['src/rules/a.ts', 'a.localeCompare(b)', '1 is pure, but says localeCompare.'],
  ['src/decisions/a.ts', 'if (process.argv) f()', '1 is pure, but says process.'],
  ['src/decisions/a.ts', 'const job = { process: 1 }; job.process', null],
  ['src/decisions/a.ts', 'const all = (p: Promise<A>) => p', '1 is pure, but says Promise.'],
  ['src/decisions/a.ts', "throw new Error('no')", '1 throws.'],
  ['src/decisions/a.ts', "// INVARIANT: was checked.\nthrow new Error('no')", null],
  ['src/storage/a.ts', "throw new Error('no')", null]
])

finds(purity.storageFindings, [
  ['src/storage/orders.ts', 'await session.st.card.execute({ code })', null],
  ['src/storage/orders.ts', 'await session.st.card.get({ code })', '1 calls .get.'],
  ['src/storage/orders.ts', 'const found = byId.get(id)', null],
  ['src/storage/orders.ts', 'await db.select().all()', '1 calls .all.'],
  ['src/storage/orders.ts', 'await Promise.all([one])', null],
  ['src/storage/orders.ts', "query.for('update')", '1 calls .for.'],
  [
    'src/storage/rewards.ts',
    'if (result.rowCount === 0) lose()',
    '1 reads rowCount, which only one engine has.'
  ],
  ['src/storage/rewards.ts', 'setTimeout(go, 5)', '1 waits by setTimeout.'],
  ['src/storage/engine/sqlite.ts', 'pragma.get()', null],
  [
    'src/storage/engine/sqlite.ts',
    'db.transaction(async () => 1)',
    "1 uses the query builder's transaction."
  ]
])

finds(secrecyFindings, [
  [
    'src/http/a.ts',
    'if (sent === pair.tokenHash) f()',
    '1 compares tokenHash in a time that tells.'
  ],
  ['src/http/a.ts', '\nif (this.#secret !== given) f()', '2 compares secret in a time that tells.'],
  ['src/http/a.ts', 'f(signatureOf(x) == mac)', '1 compares mac in a time that tells.'],
  ['src/http/a.ts', 'f(hash.startsWith(sent))', '1 compares hash in a time that tells.'],
  ['src/http/a.ts', 'f(known.includes(token))', '1 compares token in a time that tells.'],
  ['src/http/a.ts', 'f(timingSafeEqual(one, two))', '1 calls timingSafeEqual.'],
  ['src/secrets.ts', 'f(timingSafeEqual(one, two))', null],
  ['src/http/a.ts', 'f(isSame(sent, pair.tokenHash))', null],
  ['src/http/a.ts', "f(secret === undefined, token !== null, url.hash === '')", null],
  ['src/http/a.ts', 'f(tokens.length === 2, isHashed === isNew)', null]
])

finds(purity.environmentFindings, [
  ['src/main/server.ts', 'const port = process.env.PORT', '1 reads the environment.'],
  ['src/main/server.ts', 'const { env } = process', '1 reads the environment.'],
  ['src/main/server.ts', 'const { env } = config', null],
  ['src/main/config.ts', 'const port = process.env.PORT', null]
])

finds(papers.vendorFindings, [
  ['CHANGELOG.md', `Works like ${'Vouch'}${'erify'}.`, '1 names a vendor.'],
  ['README.md', `Works like ${'Vouch'}${'erify'}.\n${'Vouch'}${'erify'}!`, '2 names a vendor.'],
  ['README.md', `Works like ${'Vouch'}${'erify'}.`, null],
  [`src/${'vouch'}${'erify'}.ts`, '', '1 names a vendor.'],
  ['README.md', 'Works with vouchers; verify them.', null]
])

finds(papers.pathFindings, [
  ['README.md', `cd /${'home'}/ada/shop`, '1 holds a path of some machine.'],
  ['src/a.ts', `const at = '/${'tmp'}/store.db'`, '1 holds a path of some machine.'],
  ['README.md', 'sqlite:/var/lib/tessera/tessera.db', null],
  ['src/a.ts', "const url = 'https://shop.example.com/home/page'", null]
])

const manifest = (scripts: object) => sourceOf('package.json', JSON.stringify({ scripts }, null, 2))

t.strictSame(
  papers.commandFindings([
    manifest({ test: 'tap --jobs=2', lint: 'biome -w' }),
    sourceOf('README.md', `Run npm ${'run'} lint and npm ${'run'} --silent nothing.`)
  ]),
  [
    {
      file: 'package.json',
      line: 4,
      expected: 'has script lint with a short option.',
      mend: 'Spell the option out, so that the script explains itself.'
    },
    {
      file: 'README.md',
      line: 1,
      expected: 'names the script nothing, which package.json does not have.',
      mend: 'Correct the name, or add the script.'
    }
  ],
  'commandFindings: short options and scripts that are not there'
)

const found = readTree().every(({ path }) => !/^(node_modules|dist|data|\.git|\.tap)\//.test(path))
t.ok(found, 'readTree: what .gitignore names is left out')

finds(portabilityFindings, [
  ['src/storage/a.ts', "sql('select pg_advisory_lock(1)')", '1 uses an advisory lock.'],
  ['src/storage/engine/postgres/migrate.ts', "sql('select pg_advisory_xact_lock(1)')", null],
  ['src/storage/engine/moving/postgres.ts', "sql('select pg_try_advisory_lock(1)')", null],
  ['src/jobs/a.ts', "sql('listen news')", '1 uses LISTEN or NOTIFY.'],
  ['src/jobs/a.ts', "say('People listen here.')", null],
  ['src/storage/a.ts', "sql('select nextval(1)')", '1 uses a sequence.'],
  ['src/storage/migrations/postgres/1.sql', 'x\n"id" bigserial,', '2 uses a sequence.'],
  ['src/storage/migrations/postgres/1.sql', '"id" text,', null],
  ['src/http/a.ts', "sql('select nextval(1)')", null]
])
