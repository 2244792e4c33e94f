import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { givenPlace } from '../main/support/place.ts'
import { rowsOf } from './support/project-files.ts'

const ORDER = '{"source_id":"u1","created_at":"2026-01-02T10:00:00Z","amount":7'

//  file, its lines, whether case tells codes apart, what is said
// biome-ignore format: a table
const files = [
  ['orders.jsonl', [`${ORDER},"status":"PAID"}`, '', `${ORDER},"status":"CANCELED"}`], true,
    'orders.jsonl, line 3, column source_id: The source_id u1 is in the file twice: line 1 has it, too.'],
  ['gift_cards.csv', ['code,amount,balance', 'GC,5,5', 'gc,5,5', 'GC,5,4'], true,
    'gift_cards.csv, line 4, column code: The code GC is in the file twice: line 2 has it, too.'],
  ['gift_cards.csv', ['code,amount,balance', 'GC,5,5', 'gc,5,5'], false,
    'gift_cards.csv, line 3, column code: The code gc is in the file twice: line 2 has it, too.'],
  ['gift_cards.csv', ['code,amount,balance', 'GC,5,5', 'gc,5,5'], true, null],
  ['customers.csv', ['source_id', 'lena', 'LENA'], false, null]
] as const

for (const [name, lines, isCaseSensitive, said] of files) {
  const title = `load: ${name} with ${lines.at(-1)} is ${said === null ? 'taken' : 'refused'}`
  t.test(`${title}, case ${isCaseSensitive ? 'counts' : 'does not count'}`, async t => {
    const place = givenPlace(t)
    await place.cli('migrate')
    await place.cli(`project create Shop${isCaseSensitive ? '' : ' --case-insensitive-codes'}`)
    const file = join(place.folder, 'shop.yaml')
    const [section] = name.split('.')
    writeFileSync(file, `${section}: { file: ${name} }\n`)
    writeFileSync(join(place.folder, name), `${lines.join('\n')}\n`)
    const before = await rowsOf(place.url)
    const outcomes = [await place.cli(`load ${file} --dry-run`), await place.cli(`load ${file}`)]
    if (said === null)
      return t.strictSame(
        outcomes.map(({ code }) => code),
        [0, 0]
      )
    for (const { code, complained } of outcomes) {
      t.strictSame([code, complained], [1, `${said}\nNothing was changed.`])
    }
    return t.strictSame(await rowsOf(place.url), before)
  })
}
