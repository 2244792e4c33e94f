/**
 * The measure of all figures: the web framework alone, answering the same bytes. It stores nothing,
 * validates nothing and checks no credentials, so no service can be faster.
 *
 * `node scripts/bench/bare.ts PORT GET_BYTES POST_BYTES`; the last two are files.
 */
import { readFileSync } from 'node:fs'
import fastify from 'fastify'

const [port, getFile, postFile] = process.argv.slice(2)
const got = readFileSync(String(getFile))
const posted = readFileSync(String(postFile))
const type = 'application/json; charset=utf-8'

const app = fastify()
app.get('/health/ready', async () => ({ status: 'ready' }))
app.get('/read', (_request, reply) => reply.type(type).send(got))
// The body is read and parsed, as every service must.
app.post('/write', (_request, reply) => reply.type(type).send(posted))
process.on('SIGTERM', () => app.close())
await app.listen({ host: '127.0.0.1', port: Number(port) })
