import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import type { Volley } from './volley.ts'

// One volley of requests from a process of its own: a volley in on the standard input, its figures out on the standard output.
let text = ''
for await (const piece of process.stdin) text += piece
const { origin, requests, seconds, connections, from = 0 }: Volley = JSON.parse(text)

let sent = from
const next = () => {
  const request = requests[sent % requests.length]
  sent++
  if (!request) throw new Error('there is no request')
  const { method, path, cookie, body } = request
  return {
    method,
    path: path.replace('{number}', String(sent).padStart(12, '0')),
    headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }) },
    ...(body !== undefined && { body: JSON.stringify(body).replaceAll('{number}', String(sent)) }),
  }
}
const result = await autocannon({
  url: origin,
  connections,
  duration: seconds,
  requests: [{ setupRequest: (request) => ({ ...request, ...next() }) as autocannon.Request }],
})
const refused = result.non2xx + result.errors + result.timeouts
const { p50, p99 } = result.latency
const answers = result.requests.total
process.stdout.write(JSON.stringify({ perSecond: answers / result.duration, p50, p99, answers, refused, sent }))
