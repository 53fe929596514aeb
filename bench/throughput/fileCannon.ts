import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { percentile } from '../traffic.ts'
import type { FileVolley } from './files.ts'
import type { Figures } from './volley.ts'

// One volley of whole files from a process of its own, as cannon.ts: autocannon makes texts of all that it reads.
let text = ''
for await (const piece of process.stdin) text += piece
const { origin, requests, file, seconds, connections }: FileVolley = JSON.parse(text)
const body = readFileSync(file)
const agent = new Agent({ keepAlive: true, maxSockets: connections })

/** Whether the answer was one of 2xx, and whole. */
function send({ method, path, cookie }: FileVolley['requests'][number]): Promise<boolean> {
  const sent = { 'content-type': 'application/pdf', 'content-length': body.length }
  return new Promise((resolve) => {
    const asked = request(origin + path, { agent, method, headers: { cookie, ...(method === 'POST' && sent) } }, (answer) => {
      answer.resume()
      answer.once('close', () => resolve(answer.complete && answer.statusCode !== undefined && answer.statusCode < 300))
    })
    asked.once('error', () => resolve(false))
    asked.end(method === 'POST' ? body : undefined)
  })
}

const times: number[] = []
let refused = 0
let begun = 0
const from = performance.now()
const until = from + seconds * 1_000

async function connection(): Promise<void> {
  while (performance.now() < until) {
    const wanted = requests[begun++ % requests.length]
    if (!wanted) throw new Error('there is no request')
    const at = performance.now()
    if (!(await send(wanted))) refused++
    times.push(performance.now() - at)
  }
}
await Promise.all(Array.from({ length: connections }, connection))
const answers = times.length - refused
const perSecond = answers / ((performance.now() - from) / 1_000)
const figures: Figures = { perSecond, p50: percentile(times, 0.5), p99: percentile(times, 0.99), answers, refused, sent: begun }
process.stdout.write(JSON.stringify(figures))
agent.destroy()
