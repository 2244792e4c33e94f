import t from 'tap'
import { shellCommand } from '../../src/conformance/proxy.ts'
import { type Report, rendered } from '../../src/conformance/verification.ts'

const passed = { kind: 'example', title: 'request as shown', verdict: 'passed' } as const
const report: Report = {
  url: 'http://127.0.0.1:3000',
  document: { title: 'Tessera', version: '0.1.0' },
  readOnly: false,
  operations: [
    {
      operationId: 'getCustomer',
      method: 'GET',
      path: '/v1/customers/{customerId}',
      checks: [
        { ...passed, what: [], requests: [] },
        {
          kind: 'path',
          title: 'a customerId with <U+0000> & "more"',
          verdict: 'deviates',
          what: ['Property .id is required.', 'It says \u0000\ud800.'],
          requests: ["curl -X GET 'http://127.0.0.1:3000/a'", "curl -X GET 'b' --data-raw '<&\n>'"]
        },
        ...['one', 'two', 'three', 'four'].map(title => ({
          kind: 'list' as const,
          title,
          verdict: 'skipped' as const,
          what: ['The list is empty.'],
          requests: []
        }))
      ]
    },
    {
      operationId: 'listExports',
      method: 'GET',
      path: '/v1/exports',
      checks: [{ ...passed, what: [], requests: [] }]
    }
  ]
}

t.test('as text, with the last request of what deviates', async t => {
  t.equal(
    rendered(report, 'text'),
    `getCustomer               1 passed, 1 deviate, 4 skipped
  deviates  path, a customerId with <U+0000> & "more"
    Property .id is required.
    It says \u0000\ud800.
    curl -X GET 'b' --data-raw '<&
>'
  skipped  list, one; list, two; list, three; and 1 more: The list is empty.
listExports               1 passed
http://127.0.0.1:3000 deviates from the contract of Tessera 0.1.0 in 1 of 2 operations: ` +
      '2 passed, 1 deviate, 4 skipped.'
  )
  const [, exports] = report.operations
  t.equal(
    rendered({ ...report, operations: exports === undefined ? [] : [exports] }, 'text'),
    `listExports               1 passed
http://127.0.0.1:3000 keeps the contract of Tessera 0.1.0: 1 passed.`
  )
})

t.test('as JSON, with the counts beside what was found', async t => {
  const [customer, exports] = report.operations
  t.strictSame(JSON.parse(rendered(report, 'json')), {
    ...report,
    counts: { passed: 2, deviates: 1, skipped: 4 },
    operations: [
      { ...customer, counts: { passed: 1, deviates: 1, skipped: 4 } },
      { ...exports, counts: { passed: 1, deviates: 0, skipped: 0 } }
    ]
  })
})

t.test('as JUnit XML, which holds only characters that XML has', async t => {
  const list = (name: string) =>
    `    <testcase classname="getCustomer" name="list: ${name}">` +
    '<skipped message="The list is empty."/></testcase>'
  t.equal(
    rendered(report, 'junit'),
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites name="contract of http://127.0.0.1:3000" tests="7" failures="1" ' +
        'errors="0" skipped="4">',
      '  <testsuite name="getCustomer" tests="6" failures="1" errors="0" skipped="4">',
      '    <testcase classname="getCustomer" name="example: request as shown"/>',
      '    <testcase classname="getCustomer" name="' +
        'path: a customerId with &lt;U+0000&gt; &amp; &quot;more&quot;">' +
        '<failure type="path" message="Property .id is required. It says \ufffd\ufffd.">' +
        "curl -X GET 'http://127.0.0.1:3000/a'&#10;curl -X GET 'b' " +
        "--data-raw '&lt;&amp;&#10;&gt;'" +
        '</failure></testcase>',
      ...['one', 'two', 'three', 'four'].map(list),
      '  </testsuite>',
      '  <testsuite name="listExports" tests="1" failures="0" errors="0" skipped="0">',
      '    <testcase classname="listExports" name="example: request as shown"/>',
      '  </testsuite>',
      '</testsuites>'
    ].join('\n')
  )
})

t.test('a request as a command has variables in the place of keys', async t => {
  const keys = { 'x-app-id': 'shop', 'x-app-token': 'secret' }
  const headers = { accept: 'application/json', 'x-app-id': 'shop', 'x-app-token': "it's wrong" }
  t.equal(
    shellCommand('http://127.0.0.1:3000/', { method: 'POST', target: '/v1/a?b=1', headers }, keys),
    `curl -X POST 'http://127.0.0.1:3000/v1/a?b=1' -H "x-app-id: $APP_ID" ` +
      `-H 'x-app-token: it'\\''s wrong'`
  )
  const sent = { method: 'POST', target: '/', headers: {}, text: 'x'.repeat(3_000) }
  const found = shellCommand('http://a', sent, keys)
  t.equal(found, `curl -X POST 'http://a/' --data-raw '${'x'.repeat(2_000)}…'`)
})
