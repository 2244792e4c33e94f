/**
 * That the house rules find what they are for: each is shown its violation, and beside it the
 * nearest thing that is allowed. A check that cannot fail checks nothing.
 */
import t from 'tap'
import * as papers from './support/papers.ts'
import { portabilityFindings } from './support/portability.ts'
import * as prose from './support/prose.ts'
import * as purity from './support/purity.ts'
import { secrecyFindings } from './support/secrecy.ts'
import { finds } from './support/shown.ts'
import { readTree, sourceOf } from './support/source.ts'

const lines = (count: number) => 'x()\n'.repeat(count)
const WITHOUT = '10 exports Purse without a doc comment.'
const head = '/**\n * What it is for.\n *\n * Spec: Limits.\n */\n\n'

finds(purity.documentFindings, [
  ['src/main/cli.ts', "read('../../generated/service.json')", '1 reads a generated document.'],
  ['src/main/app.ts', "read('../../generated/service.json')", null]
])

finds(purity.purityFindings, [
  ['src/rules/a.ts', 'const f = async () => 1', '1 is pure, but says async.'],
  ['src/rules/a.ts', '\nconst day = new Date()', '2 is pure, but says a Date of now.'],
  ['src/rules/a.ts', 'const day = new Date(text)', null],
  ['src/rules/a.ts', 'const now = Date.now()', '1 is pure, but says Date.now.'],
  ['src/rules/a.ts', 'const now = Temporal.Now.instant()', '1 is pure, but says Temporal.Now.'],
  ['src/rules/a.ts', 'const chance = Math.random()', '1 is pure, but says Math.random.'],
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
  ['src/http/secrets.ts', 'f(timingSafeEqual(one, two))', null],
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

finds(prose.sizeFindings, [
  ['src/a.ts', 'x'.repeat(100), null],
  ['src/a.ts', 'x'.repeat(101), '1 is 101 characters wide; lines have at most 100.'],
  ['src/a.ts', lines(400), null],
  ['src/a.ts', lines(401), '401 has 401 lines; files have at most 400.'],
  ['src/model.ts', lines(401), null],
  ['src/a.ts', `function f() {\n${lines(58)}}\n`, null],
  ['src/a.ts', `function f() {\n${lines(59)}}\n`, '1 is a function of 61 lines; at most 60.'],
  [
    'test/a.ts',
    `t.test('a', async t => {\n${lines(59)}})\n`,
    '1 is a function of 61 lines; at most 60.'
  ]
])

finds(prose.headFindings, [
  ['src/a.ts', `${head}export const a = 1`, null],
  ['src/a.ts', `#!/usr/bin/env node\n${head}run()`, null],
  ['src/a.ts', 'export const a = 1', '1 opens without a head.'],
  ['src/a.ts', '// A word.\nexport const a = 1', '1 opens without a head.'],
  ['src/a.ts', '/** One. Spec: Limits. */\nexport const a = 1', '1 opens without a head.'],
  ['test/support/a.ts', '/** What it is for. */\n\nrun()', null],
  ['test/support/a.ts', 'run()', '1 opens without a head.'],
  ['test/rules/a.test.ts', 'run()', null],
  [
    'src/a.ts',
    `/**\n${' * Text.\n'.repeat(13)} * Spec: Limits. */\n\nrun()`,
    '1 has a head of 15 lines; at most 14.'
  ]
])

finds(prose.docFindings, [
  ['src/a.ts', `${head}/** Whole. */\nexport const points = 1\n\nexport class Purse {}`, WITHOUT],
  ['src/a.ts', `${head}export const points = 1`, null],
  [
    'src/a.ts',
    `${head}export const a_ms = 1\n/** Whole. */\nexport const b = 2`,
    '7 exports a_ms without a doc comment.'
  ],
  ['src/a.ts', `${head}/** The pair. */\nexport const one = 1\nexport const two = 2`, null],
  [
    'src/a.ts',
    `${head}/** The pair. */\nexport const one = 1\n\nexport const two = 2`,
    '10 exports two without a doc comment.'
  ],
  ['src/a.ts', `${head}export const viewOrder = f\n\nexport const viewSku = g`, null],
  ['src/a.ts', `${head}export type Day = string`, '7 exports Day without a doc comment.'],
  ['src/a.ts', `${head}export type Unit = 'DAY' | 'MONTH'`, null],
  ['src/a.ts', `${head}export interface Price { readonly amount: number }`, null],
  [
    'src/a.ts',
    `${head}/** The customer of an order. */\nexport interface OrderCustomer {}`,
    '8 has a doc comment that repeats the name OrderCustomer.'
  ],
  ['src/a.ts', `${head}/** Who pays. */\nexport interface OrderCustomer {}`, null]
])

finds(prose.shapeFindings, [
  ['src/a.ts', 'export default 1', '1 has a default export.'],
  ['src/a.ts', 'export default function f() {}', '1 has a default export.'],
  ['src/a.ts', 'const a = 1\nexport { a as default }', '2 has a default export.'],
  [
    'src/a.ts',
    "export * from './b.ts'\nexport { c } from './c.ts'",
    '1 only forwards other files.'
  ],
  ['src/a.ts', "export type { B } from './b.ts'\nexport const c = 1", null],
  ['src/string-utils.ts', '', '1 is named "utils".'],
  ['src/http/service.ts', '', '1 is named "service".'],
  ['test/support/service.ts', '', null]
])

finds(prose.commentFindings, [
  ['src/a.ts', '// The older reader stays: it is twice as fast.', null],
  ['src/a.ts', '// const reader = open()', '1 is code in a comment.'],
  ['src/a.ts', '// ------------------ views', '1 draws a banner.'],
  ['src/a.ts', '/* ===== */', '1 draws a banner.']
])

finds(prose.riddleFindings, [
  ['src/a.ts', '// Whoever pays decides.', '1 says "Whoever".'],
  ['src/a.ts', '/** Changes what is there. */', '1 says "what is there".'],
  ['src/a.ts', '/**\n * The change that makes it so.\n */', '2 says "makes it so".'],
  ['src/a.ts', 'run() // Nothing said: all of them.', '1 says "Nothing said".'],
  ['src/a.ts', "throw new Error('whoever')", null],
  ['src/a.ts', '/** The customer who pays; absent: all of them. */', null],
  ['README.md', 'It is kept for whoever asks.', '1 says "whoever".']
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

finds(papers.reminderFindings, [
  ['src/a.ts', `// ${'TO'}${'DO'} later`, '1 holds a reminder.'],
  ['openapi/a.yaml', `# ${'FIX'}${'ME'}`, '1 holds a reminder.'],
  ['src/a.ts', '// A hack saw.', null]
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

t.ok(
  readTree().every(({ path }) => !/^(node_modules|dist|data|\.git|\.tap)\//.test(path)),
  'readTree: what .gitignore names is left out'
)

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
