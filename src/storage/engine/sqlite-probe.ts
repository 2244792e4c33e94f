/**
 * What tells that a SQLite file can be read and written, at the cost of one commit.
 *
 * The read takes the first row of every table, because a file can be damaged in one place. The
 * write takes room for two pages and gives it back, because a page that is there already can be
 * written when the database may not grow; then it commits the header, which must reach the disk.
 */
import type { Database, Statement } from 'better-sqlite3'
import { renumber } from './sqlite-log-number.ts'

export class Probe {
  readonly #reader: Database
  readonly #writer: Database
  #firstRows: Statement | null = null

  /** `reader` may be the same connection as `writer`. */
  constructor(reader: Database, writer: Database) {
    this.#reader = reader
    this.#writer = writer
  }

  /** Inside a transaction of the reader. @throws the engine's error. */
  read(): void {
    this.#firstRows ??= this.#reader.prepare(firstRowsOf(this.#reader))
    this.#firstRows.get()
  }

  /** Inside a transaction of the writer, which is then to be committed. @throws likewise. */
  write(): void {
    const writer = this.#writer
    writer.exec(TAKE_ROOM)
    renumber(writer)
  }
}

/** 4 KiB of zeros in hex are 8 KiB. */
const TAKE_ROOM = `savepoint probe;
  insert into applied_migrations (tag, applied_at) values ('probe', hex(zeroblob(4096)));
  rollback to probe; release probe`

function firstRowsOf(connection: Database): string {
  const tables = connection
    .prepare(
      `select name from pragma_table_list
       where schema = 'main' and type = 'table' and name not like 'sqlite_%'`
    )
    .pluck()
    .all() as string[]
  const looks = tables.map(name => `(select count(*) from (select * from "${name}" limit 1))`)
  return `select ${looks.join(' + ')}`
}
