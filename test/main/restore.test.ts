import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync
} from 'node:fs'
import { join } from 'node:path'
import Connection from 'better-sqlite3'
import t, { type Test } from 'tap'
import { loadDemo } from '../../src/demo/load.ts'
import { openStore } from '../../src/storage/database.ts'
import { StoreMismatched } from '../../src/storage/engine/errors.ts'
import { NOW } from '../support/given.ts'
import { givenPlace, type Place, whileServing } from './support/place.ts'

function filesOf({ file }: Place): Record<string, Buffer> {
  const folder = join(file, '..')
  const names = readdirSync(folder).filter(name => !name.endsWith('-shm'))
  return Object.fromEntries(names.sort().map(name => [name, readFileSync(join(folder, name))]))
}

/**
 * A database that was killed while its log held the project Late, and a backup from before. The
 * files are copied while it runs, because a store that closes merges its log.
 */
async function givenKilled(t: Test) {
  const place = givenPlace(t)
  const backup = join(place.folder, 'backup.db')
  const killed = join(place.folder, 'killed.db')
  await whileServing(place, async (store, shell) => {
    await loadDemo(store, shell)
    await place.cli('project create Early')
    await place.cli(`backup ${backup}`)
  })
  await whileServing(place, async () => {
    await place.cli('project create Late')
    for (const suffix of ['', '-wal']) copyFileSync(place.file + suffix, killed + suffix)
  })
  for (const suffix of ['', '-wal']) copyFileSync(killed + suffix, place.file + suffix)
  const projects = async () => {
    const { printed, complained } = await place.cli('project list')
    return complained || [...printed.matchAll(/Early|Late|Demo shop/g)].map(String).sort()
  }
  return { place, backup, projects }
}

const aside = `shop.db.before-${NOW.replaceAll(/[-:.]/g, '')}`

t.test('a log that was left by a kill is taken up', async t => {
  t.strictSame(await (await givenKilled(t)).projects(), ['Demo shop', 'Early', 'Late'])
})

t.test('a backup that is copied beside a log is refused, and neither is touched', async t => {
  const { place, backup, projects } = await givenKilled(t)
  copyFileSync(backup, place.file)
  const before = filesOf(place)
  await t.rejects(openStore(place.url, { onBug: () => undefined }), StoreMismatched)
  const complaint = await projects()
  t.match(complaint, `The log ${place.file}-wal does not belong to ${place.file}`)
  t.match(complaint, 'give its file to the command `restore`')
  t.strictSame(filesOf(place), before)
  t.match(await place.cli(`restore ${backup}`), { code: 0 }, 'and restore is the way out')
  t.strictSame(await projects(), ['Demo shop', 'Early'])
})

t.test('a copy that was made while the service was stopped is told apart, too', async t => {
  const { place, projects } = await givenKilled(t)
  const cold = join(place.folder, 'cold.db')
  await projects()
  copyFileSync(place.file, cold)
  await whileServing(place, async () => {
    await place.cli('project create Later')
    for (let times = 0; times < 2; times++) {
      const connection = new Connection(place.file)
      connection.pragma('wal_checkpoint(TRUNCATE)')
      connection.close()
      await place.cli(`project create Last`)
    }
    copyFileSync(`${place.file}-wal`, `${cold}-wal`)
  })
  await t.rejects(openStore(`sqlite:${cold}`, { onBug: () => undefined }), StoreMismatched)
})

t.test('a log without its database is kept', async t => {
  const { place } = await givenKilled(t)
  rmSync(place.file)
  const before = filesOf(place)
  await t.rejects(openStore(place.url, { onBug: () => undefined }), StoreMismatched)
  t.strictSame(filesOf(place), before)
})

t.test('a log without numbers is taken when both are whole, and not otherwise', async t => {
  const { place, projects } = await givenKilled(t)
  await projects()
  const connection = new Connection(place.file)
  connection.pragma('user_version = 0')
  connection.pragma('application_id = 0')
  connection.pragma('wal_checkpoint(TRUNCATE)')
  const older = join(place.folder, 'older.db')
  copyFileSync(place.file, older)
  connection.exec('create table big (content); insert into big values (zeroblob(20000))')
  connection.pragma('wal_checkpoint(TRUNCATE)')
  connection.exec('delete from big; insert into big values (zeroblob(9000))')
  for (const suffix of ['', '-wal']) {
    copyFileSync(place.file + suffix, join(place.folder, `whole.db${suffix}`))
  }
  copyFileSync(`${place.file}-wal`, `${older}-wal`)
  connection.close()
  const opened = async (file: string) => {
    const store = await openStore(`sqlite:${file}`, { onBug: () => undefined })
    await store.close()
  }
  await t.resolves(opened(join(place.folder, 'whole.db')))
  await t.rejects(opened(older), StoreMismatched)
})

t.test('restore: puts the old files aside, and says what it found', async t => {
  const { place, backup, projects } = await givenKilled(t)
  const { 'shop.db': database, 'shop.db-wal': log } = filesOf(place)
  const { code, printed, complained } = await place.cli(`restore ${backup}`)
  t.strictSame([code, complained], [0, ''])
  t.equal(
    printed,
    `Restored ${backup}
      to ${place.file}
The old database is now ${join(place.folder, 'data', aside)}
Its books agree: projects 2, customers 5, vouchers 11`
  )
  const after = filesOf(place)
  t.strictSame(Object.keys(after), ['shop.db', aside, `${aside}-wal`])
  t.strictSame([after[aside], after[`${aside}-wal`]], [database, log])
  t.strictSame(await projects(), ['Demo shop', 'Early'])
  t.match(await place.cli(`restore ${backup}`), { code: 1, complained: /exists already/ })
})

t.test('restore: puts books that do not agree in place, and names all that is wrong', async t => {
  const { place, backup, projects } = await givenKilled(t)
  const connection = new Connection(backup)
  connection.exec(`update customer_totals set redemptions_failed = redemptions_failed + 1
      where customer_id = 'cust_00ada';
    update vouchers set balance = balance + 1, points = points + 1
      where id = (select min(id) from vouchers where type = 'LOYALTY_CARD')`)
  connection.close()
  const { code, printed, complained } = await place.cli(`restore ${backup}`)
  t.strictSame([code, printed], [3, ''])
  const [restored, to, old, found, ...kinds] = complained.split('\n')
  const told = [restored, to, old]
  t.strictSame(told, [
    `Restored ${backup}`,
    `      to ${place.file}`,
    `The old database is now ${join(place.folder, 'data', aside)}`
  ])
  t.match(found, /^Its books do not agree: \d findings\.$/)
  const seen = kinds.join('\n')
  t.match(seen, /^Points and credit .* To do: restore an older backup .*^Stored counts /ms)
  t.match(
    kinds.join('\n'),
    'summary.redemptions.total_failed of customer cust_00ada is stored as 2, and should be 1.'
  )
  t.strictSame(await projects(), ['Demo shop', 'Early'], 'it is served all the same')
})

t.test('restore: makes the database where there is none', async t => {
  const { place, backup } = await givenKilled(t)
  const url = `sqlite:${join(place.folder, 'new', 'shop.db')}`
  t.match(await place.cli(`restore ${backup}`, { DATABASE_URL: url }), { code: 0 })
  t.match(await place.cli('project list', { DATABASE_URL: url }), { code: 0, printed: /Early/ })
})

t.test('restore: is refused while a service has the database open', async t => {
  const { place, backup } = await givenKilled(t)
  await whileServing(place, async () => {
    const { code, complained } = await place.cli(`restore ${backup}`)
    t.equal(code, 1)
    t.equal(
      complained,
      `${place.file} is open in another process: the service runs, or a command does. ` +
        'Stop it first.'
    )
    t.match(await place.cli('project list'), { code: 0, printed: /Late/ })
  })
  t.notOk(existsSync(join(place.folder, 'data', aside)))
})

t.test('restore: changes nothing when the backup is no good', async t => {
  const { place, backup, projects } = await givenKilled(t)
  const before = filesOf(place)
  const torn = join(place.folder, 'torn.db')
  copyFileSync(backup, torn)
  truncateSync(torn, 8192)
  const unread = join(place.folder, 'unread.db')
  copyFileSync(backup, unread)
  mkdirSync(`${unread}-wal`)
  const letter = join(place.folder, 'letter.txt')
  //  file, what is said of it
  const rows = [
    [torn, `${torn} is not restored, and nothing was changed. `],
    [import.meta.filename, `${import.meta.filename} is not restored, and nothing was changed. `],
    [unread, `${unread} is not restored, and nothing was changed. EISDIR: `],
    [letter, `There is no file ${letter}.`],
    [place.folder, `There is no file ${place.folder}.`],
    [place.file, `${place.file} is the database itself.`]
  ] as const
  for (const [file, said] of rows) {
    const { code, complained } = await place.cli(`restore ${file}`)
    t.strictSame([code, complained.slice(0, said.length)], [1, said])
    t.notMatch(complained, /\n\s+at /)
    t.strictSame(filesOf(place), before)
  }
  t.strictSame(await projects(), ['Demo shop', 'Early', 'Late'])
})
