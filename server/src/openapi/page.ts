import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'

/** All else is the portal's own. */
const PASSED_ON = ['content-type', 'content-security-policy', 'cache-control', 'etag', 'last-modified', 'location']

/** The page is opened by the first request for it, and anew under another name: few ask for it, and it takes a tenth of the start. */
export function apiPage(app: FastifyInstance, settings: Settings, productName: () => Promise<string>): void {
  let opened: { product_name: string; page: Promise<FastifyInstance> } | undefined
  const answer = async ({ url, headers }: FastifyRequest, reply: FastifyReply) => {
    const product_name = await productName()
    if (opened?.product_name !== product_name) {
      const page = import('./swagger.ts').then(({ openSwagger }) => openSwagger({ ...settings, product_name }))
      opened = { product_name, page }
    }
    const page = await (await opened.page).inject({ url, headers })
    if (page.statusCode === 404) return reply.callNotFound()
    for (const name of PASSED_ON) if (page.headers[name] !== undefined) reply.header(name, page.headers[name])
    return reply.code(page.statusCode).send(page.rawPayload)
  }
  for (const url of ['/docs', '/docs/*']) app.get(url, { schema: { hide: true } }, answer)
}
