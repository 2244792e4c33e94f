import t from 'tap'
import { StoreRefused, StoreUnreachable } from '../../../src/storage/engine/errors.ts'
import { isAnswered, translatePostgres } from '../../../src/storage/engine/postgres/pool.ts'

const errorOf = (message: string, parts: object) => Object.assign(new Error(message), parts)

t.test('what cannot be agreed on with the server says what to set', async t => {
  const rows: readonly (readonly [message: string, code: string | undefined, step: RegExp])[] = [
    ['The server does not support SSL connections', undefined, /Turn on ssl/],
    ['There was an error establishing an SSL connection', undefined, /Turn on ssl/],
    [
      'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
      undefined,
      /Set the password/
    ],
    ['self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT', /sslrootcert/],
    ['self-signed certificate in chain', 'SELF_SIGNED_CERT_IN_CHAIN', /sslrootcert/],
    ['unable to verify the first certificate', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', /sslrootcert/],
    ["Hostname/IP does not match certificate's altnames", 'ERR_TLS_CERT_ALTNAME_INVALID', /host/],
    ['certificate has expired', 'CERT_HAS_EXPIRED', /expired/]
  ]
  for (const [message, code, step] of rows) {
    const said = translatePostgres(errorOf(message, code === undefined ? {} : { code }), 'It')
    t.ok(said instanceof StoreRefused, message)
    t.match(said, { message: step, retryAfterSeconds: 1 }, message)
    t.ok((said as Error).message.includes(message))
  }
  const other = new Error('a bug')
  t.equal(translatePostgres(other, 'It'), other, 'other errors stay as they are')
  t.ok(
    translatePostgres(errorOf('refused', { code: 'ECONNREFUSED' }), 'It') instanceof
      StoreUnreachable
  )
})

t.test('a COMMIT that the server refused is told from one that it cut short', async t => {
  const rows: readonly (readonly [severity: string, code: string, answered: boolean])[] = [
    ['ERROR', '23503', true],
    ['FEHLER', '23503', true],
    ['ERREUR', '40001', true],
    ['FEHLER', 'P0001', true],
    ['FATAL', '57P01', false],
    ['FATAL', '25P04', false],
    ['PANIK', '53100', false],
    ['PANIC', '58030', false],
    ['FATAL', 'XX000', false]
  ]
  for (const [severity, code, answered] of rows) {
    t.equal(isAnswered(errorOf('said', { severity, code })), answered, `${severity} ${code}`)
  }
  t.notOk(isAnswered(errorOf('reset', { code: 'ECONNRESET' })), 'nor is a broken connection')
})
