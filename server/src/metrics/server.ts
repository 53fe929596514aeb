import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Counters } from './counters.ts'
import { readGauges, type Source } from './gauges.ts'
import { TEXT_TYPE, toText } from './text.ts'

const HOST = '127.0.0.1'

/** /metrics on a port of its own that only this machine reaches (T69). */
export async function serveMetrics(port: number, source: Source & { counters: Counters }) {
  const server = createServer(async ({ method, url }, reply) => {
    if (method !== 'GET' || url !== '/metrics') reply.writeHead(404).end()
    else reply.writeHead(200, { 'content-type': TEXT_TYPE }).end(toText([...source.counters.families(), ...(await readGauges(source))]))
  })
  server.listen(port, HOST)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      `The metrics page cannot listen at ${HOST}, port ${port} (${error.code ?? error.message}). Set METRICS_PORT to another port.`,
    )
  })
  return {
    server,
    async end() {
      server.close()
      server.closeAllConnections()
    },
  }
}
