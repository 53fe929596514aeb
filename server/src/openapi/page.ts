import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'

/** All else is the portal's own. */
const PASSED_ON = ['content-type', 'content-security-policy', 'cache-control', 'etag', 'last-modified', 'location']

/** The page is opened by the first request for it: few ask for it, and it takes a tenth of the start. */
export function apiPage(app: FastifyInstance, settings: Settings): void {
  let opened: Promise<FastifyInstance> | undefined
  const answer = async ({ url, headers }: FastifyRequest, reply: FastifyReply) => {
    opened ??= import('./swagger.ts').then(({ openSwagger }) => openSwagger(settings))
    const page = await (await opened).inject({ url, headers })
    if (page.statusCode === 404) return reply.callNotFound()
    for (const name of PASSED_ON) if (page.headers[name] !== undefined) reply.header(name, page.headers[name])
    return reply.code(page.statusCode).send(page.rawPayload)
  }
  for (const url of ['/docs', '/docs/*']) app.get(url, { schema: { hide: true } }, answer)
}
