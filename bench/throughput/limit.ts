import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { hashOf } from '../../server/src/http/session.ts'
import type { Viewer } from './scenario.ts'
import { SCENARIOS } from './scenarios.ts'

// The limits, as bare as Node allows: LIMIT=1 sends given bytes, LIMIT=2 looks up the session and reads the rows of a scenario.
const scenario = SCENARIOS.find(({ name }) => name === process.env.SCENARIO)
if (!scenario) throw new Error(`There is no scenario ${process.env.SCENARIO}`)
const { limit } = scenario
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 })

const SESSION = `select u.id, u.role, u.active_company_id company_id from sessions s join users u on u.id = s.user_id
  where s.token_hash = $1 and u.approved and s.last_seen_at > now() - interval '30 minutes' and s.created_at > now() - interval '12 hours'`

async function answer(path: string, cookie: string, body: string): Promise<string> {
  const token = cookie.slice('session='.length)
  const { rows } = await pool.query<Viewer>({ name: 'session', text: SESSION, values: [hashOf(token)] })
  const [viewer] = rows
  if (!viewer) throw new Error('there is no such session')
  const address = new URL(path, 'http://localhost')
  const values = limit.values(address, viewer, body === '' ? {} : JSON.parse(body))
  const read = await pool.query({ name: 'rows', text: limit.sql, values })
  return JSON.stringify(limit.reply(read.rows, address))
}

const kept = new Map<string, Buffer>()
const isFirst = process.env.LIMIT === '1'

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) text += piece
  return text
}

const server = createServer(async (request, response) => {
  const sent = request.method === 'GET' ? '' : await textOf(request)
  const { url = '', headers } = request
  const key = `${request.method === 'GET' ? url : ''} ${headers.cookie}`
  const send = (body: string | Buffer) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  }
  const bytes = kept.get(key)
  if (isFirst && bytes) return send(bytes)
  answer(url, headers.cookie ?? '', sent).then(
    (body) => {
      if (isFirst) kept.set(key, Buffer.from(body))
      send(body)
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify(server.address())}\n`))
