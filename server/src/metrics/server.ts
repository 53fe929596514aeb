import { once } from 'node:events'
import { createServer } from 'node:http'
import { isBearer } from '../http/bearer.ts'
import type { Settings } from '../settings.ts'
import type { Counters } from './counters.ts'
import { readGauges, type Source } from './gauges.ts'
import { observePool } from './poolWaits.ts'
import { watchLoop } from './process.ts'
import { TEXT_TYPE, toText } from './text.ts'

type Where = Pick<Settings, 'metrics_host' | 'metrics_token'> & { metrics_port: number }
type Told = Source & { counters: Counters }

/** Undefined where they are off. */
export async function startMetrics(source: Told & { settings: Pick<Settings, 'metrics_host' | 'metrics_port' | 'metrics_token'> }) {
  const { metrics_port } = source.settings
  if (metrics_port === undefined) return undefined
  observePool(source.pool, source.counters)
  return serveMetrics({ ...source.settings, metrics_port }, source)
}

/** /metrics on a port of its own, which only this machine reaches, or who knows the token (T69). */
export async function serveMetrics({ metrics_host: host, metrics_port: port, metrics_token }: Where, source: Told) {
  const loop = watchLoop()
  const server = createServer(async ({ method, url, headers }, reply) => {
    if (metrics_token !== undefined && !isBearer(metrics_token, headers.authorization))
      reply.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    else if (method !== 'GET' || url !== '/metrics') reply.writeHead(404).end()
    else {
      const families = [...source.counters.families(), ...loop.families(), ...(await readGauges(source))]
      reply.writeHead(200, { 'content-type': TEXT_TYPE }).end(toText(families))
    }
  })
  server.listen(port, host)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      `The metrics page cannot listen at ${host}, port ${port} (${error.code ?? error.message}). Set METRICS_HOST and METRICS_PORT to others.`,
    )
  })
  return {
    server,
    async end() {
      loop.end()
      server.close()
      server.closeAllConnections()
    },
  }
}
