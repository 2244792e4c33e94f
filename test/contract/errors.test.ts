import t from 'tap'
import { notFound, Refused } from '../../src/decisions/refusals.ts'
import { answerTo, errorBody, HttpFailure } from '../../src/http/errors.ts'

const other = { resource_id: 'camp_1', resource_type: 'campaign' }
const coded = (code: string, more: object = {}) => Object.assign(new Error('x'), { code }, more)

// biome-ignore format: a table
const failures = [
  // thrown                                              status  key                     ours
  [new Refused(notFound('campaign', 'camp_1')),          404,    'not_found',            false],
  [new HttpFailure('method_not_allowed', 'x'),           405,    'method_not_allowed',   false],
  [coded('FST_ERR_CTP_BODY_TOO_LARGE'),                  413,    'payload_too_large',    false],
  [coded('FST_ERR_MAX_PARAM_LENGTH'),                    414,    'uri_too_long',         false],
  [coded('FST_ERR_CTP_INVALID_MEDIA_TYPE'),              415,    'unsupported_media_type', false],
  [coded('FST_ERR_CTP_INVALID_CONTENT_LENGTH'),          400,    'invalid_headers',      false],
  [coded('FST_ERR_BAD_URL'),                             400,    'invalid_url',          false],
  [coded('ECONNRESET', { statusCode: 400 }),             400,    'invalid_payload',      false],
  [coded('ECONNRESET'),                                  500,    'internal_error',       true],
  [coded('FST_ERR_WHATEVER_ELSE', { statusCode: 400 }),  500,    'internal_error',       true],
  [coded('store_busy', { retryAfterSeconds: 1 }),        503,    'service_unavailable',  true],
  [coded('outcome_unknown', { retryAfterSeconds: 1 }),   503,    'outcome_unknown',      true],
  [new TypeError('x is not a function'),                 500,    'internal_error',       true],
  ['a string',                                           500,    'internal_error',       true],
  [undefined,                                            500,    'internal_error',       true]
] as const

t.test('whatever is thrown has an answer, and ours reveal nothing', async t => {
  for (const [thrown, status, key, ours] of failures) {
    const answer = answerTo(thrown, 'v-1')
    const found = [answer.status, answer.body.code, answer.body.key, answer.ours]
    t.same(found, [status, status, key, ours])
    t.equal(answer.body.request_id, 'v-1')
    t.notMatch(answer.body.details, 'is not a function')
  }
  t.equal(answerTo(coded('x', { retryAfterSeconds: 0.2 }), 'v-1').headers['retry-after'], '1')
  t.equal(answerTo(coded('x', { retryAfterSeconds: 61 }), 'v-1').headers['retry-after'], '61')
})

t.test('the body has what applies, and nothing that is null', async t => {
  t.same(errorBody(notFound('campaign', 'camp_1'), 'v-1'), {
    code: 404,
    key: 'not_found',
    message: 'Resource not found',
    details: 'Cannot find campaign with id camp_1',
    request_id: 'v-1',
    ...other
  })
  const violated = { key: 'order_rules_violated', details: 'x', errorMessage: 'Buy more.' } as const
  t.same(errorBody(violated, 'v-2'), {
    code: 400,
    key: 'order_rules_violated',
    message: 'order does not match validation rules',
    details: 'x',
    request_id: 'v-2',
    error: { message: 'Buy more.' }
  })
  const mistake = (details: string) => ({ key: 'invalid_payload', details }) as const
  const [one, next] = [mistake('x'), mistake('y')]
  const several = errorBody({ ...one, mistakes: [one, next] }, 'v-3')
  t.same(several, { ...errorBody(one, 'v-3'), errors: [one, next] })
  t.same(errorBody({ ...one, mistakes: [one] }, 'v-3'), errorBody(one, 'v-3'))
})
