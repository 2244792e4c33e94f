/**
 * What clients of the public interface send in their tests and samples, in several languages, is
 * understood, or refused for a reason.
 *
 * A line of the table says which client, the request, its body, the status, and how the answer is
 * called from then on, or why it is refused. `{name.id}` is the id of that answer; a text is a file.
 */
import { readFileSync } from 'node:fs'
import { DESK } from '../contract/support/set-up-steps.ts'
import { PAIR, type Service } from '../support/app.ts'
import { onDemo } from '../support/on-demo.ts'

type Row = readonly [client: string, request: string, body: unknown, status: number, note: string]

const table = readFileSync(new URL('shapes.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const rows: readonly Row[] = table.map(line => JSON.parse(line))

function send(service: Service, request: string, body: unknown) {
  const [method, url = ''] = request.split(' ')
  const keys = url.startsWith('/management') ? DESK : PAIR
  if (method === 'GET') return service.get(url, keys)
  if (method === 'DELETE') return service.delete(url, keys)
  if (method === 'PUT') return service.put(url, body, keys)
  if (typeof body === 'string') return service.upload(url, body.split('\n'), keys)
  if (url.startsWith('/v1/oauth')) return service.submit(url, body as Record<string, string>, keys)
  return service.post(url, body ?? undefined, keys)
}

onDemo('what clients send is understood, or refused for a reason', async (t, service) => {
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape.
  const answers: any = {}
  const told = (text: string) =>
    text.replaceAll(/\{(\w+)((?:\.\w+)+)\}/g, (_, name, path) =>
      path
        .slice(1)
        .split('.')
        .reduce((at: typeof answers, key: string) => at[key], answers[name])
    )
  for (const [client, request, body, status, note] of rows) {
    const answer = await send(service, told(request), JSON.parse(told(JSON.stringify(body))))
    t.equal(answer.status, status, `${client}: ${request}: ${answer.bytes.slice(0, 400)}`)
    if (status >= 400) t.ok(note.includes(' '), 'the reason')
    else answers[note] = answer.body
    await service.work()
  }
})
