/**
 * Crowds of new customers who come at once, for what all of them share, in two and in four processes
 * of the real program on one PostgreSQL database.
 */
import t from 'tap'
import { allAreMade, counterOf, deadlocksOf, type Send } from '../races/support/newcomers.ts'
import { givenRunningService } from '../support/running.ts'
import { onPostgres } from '../support/stores.ts'

const onServer = { skip: onPostgres ? false : 'one process writes at a time on SQLite' }

const CROWDS = [
  { customers: 1, requestsEach: 30 },
  { customers: 6, requestsEach: 10 },
  { customers: 20, requestsEach: 1 }
]

for (const processes of [2, 4]) {
  t.test(`who is new and comes at once is served, in ${processes} processes`, onServer, async t => {
    t.setTimeout(0)
    const service = await givenRunningService(t, { processes })
    const { url, projectId, appId, appToken, ...manager } = await service.newShop()
    const pair = { 'x-app-id': appId, 'x-app-token': appToken }
    const defined = await fetch(`${url}/management/v1/projects/${projectId}/custom-event-schemas`, {
      method: 'POST',
      headers: {
        'x-management-id': manager.managementId,
        'x-management-token': manager.managementToken,
        'content-type': 'application/json'
      },
      body: JSON.stringify({
        name: 'product_reviewed',
        schema: { properties: { rating: { type: 'number', optional: true } } }
      })
    })
    t.equal(defined.status, 200)
    let turn = 0
    const send: Send = async (method, path, type, body) => {
      const url = `${service.urls[turn++ % processes]}${path}`
      const headers = body === undefined ? pair : { ...pair, 'content-type': type }
      const reply = await fetch(url, { method, headers, ...(body && { body }) })
      const text = await reply.text()
      return { status: reply.status, body: text === '' ? undefined : JSON.parse(text) }
    }
    const shop = counterOf(projectId, send)
    /** The workers of the processes have finished all that was accepted. */
    const finish = async () => {
      for (;;) {
        const { async_actions: actions } = await shop.done(shop.get('/v1/async-actions?limit=100'))
        if (
          actions.every(
            ({ status }: { status: string }) => status === 'DONE' || status === 'FAILED'
          )
        )
          return
      }
    }
    await allAreMade(t, shop, CROWDS, finish)
    t.equal(await deadlocksOf(service.databaseUrl), 0, 'the server ended no deadlock')
  })
}
