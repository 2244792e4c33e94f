/**
 * What everything is measured against: the web framework alone, answering the same bytes. It keeps
 * nothing, checks nothing and asks nobody for credentials, so no service can be faster.
 *
 * `node scripts/bench/bare.ts PORT FILE`: the file holds `{ "name": "answer", … }` as JSON. Each
 * answer is sent to `GET /name` and to `POST /name`, which reads and parses its body first.
 */
import { readFileSync } from 'node:fs'
import fastify from 'fastify'

const [port, file] = process.argv.slice(2)
const answers = JSON.parse(readFileSync(String(file), 'utf8')) as Readonly<Record<string, string>>
const type = 'application/json; charset=utf-8'

const app = fastify()
app.get('/health/ready', async () => ({ status: 'ready' }))
for (const [name, text] of Object.entries(answers)) {
  const bytes = Buffer.from(text)
  app.get(`/${name}`, (_request, reply) => reply.type(type).send(bytes))
  app.post(`/${name}`, (_request, reply) => reply.type(type).send(bytes))
}
process.on('SIGTERM', () => app.close())
await app.listen({ host: '127.0.0.1', port: Number(port) })
