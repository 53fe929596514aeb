import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { type Settings, WEB } from '../settings.ts'
import { sendProblem } from './errors.ts'
import { writtenBy } from './headers.ts'
import { paintedPages, type Reader } from './painted.ts'

/** Styles carry the page's nonce; documents are shown in frames. */
const POLICY = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'nonce-__NONCE__'"],
  fontSrc: ["'self'"],
  imgSrc: ["'self'", 'blob:', 'data:'],
  connectSrc: ["'self'"],
  frameSrc: ["'self'", 'blob:'],
  manifestSrc: ["'self'"],
  formAction: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
}

interface Shown {
  settings: Settings
  productName(): Promise<string>
  /** Undefined without a session. */
  readerOf(request: FastifyRequest): Promise<Reader | undefined>
}

/** Serves the built web. Hashed files are immutable; any path that is no file gets the one page, with a new nonce. */
export async function servePages(app: FastifyInstance, { settings, productName, readerOf }: Shown, root = WEB): Promise<void> {
  const index = join(root, 'index.html')
  const pageFor = existsSync(index) ? paintedPages(root, readFileSync(index, 'utf8'), settings) : undefined
  if (pageFor)
    await app.register(serveStatic, {
      root,
      index: false,
      wildcard: false,
      maxAge: 0,
      setHeaders: cacheHashed,
      schemaHide: true,
      preCompressed: true,
      globIgnore: ['index.html', 'painted.json', '**/*.br'],
    })
  const { 'content-security-policy': policy } = writtenBy(helmet.contentSecurityPolicy({ useDefaults: false, directives: POLICY }))
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (isNoPage(request.url)) return sendProblem(reply, 404, 'There is nothing at this address')
    if (!pageFor) return sendProblem(reply, 404, 'The web is not built')
    const nonce = randomBytes(16).toString('hex')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', String(policy).replace('__NONCE__', nonce))
      .header('x-frame-options', 'DENY')
      .send(pageFor(request, await productName(), await readerOf(request)).replaceAll('__NONCE__', nonce))
  })
}

const isNoPage = (url: string): boolean => /^\/(api|assets)(\/|$)|\.(?!html$)\w{1,5}$/.test(url.replace(/[?#].*$/, ''))

function cacheHashed(reply: FastifyReply, path: string): void {
  if (path.includes('/assets/')) reply.header('cache-control', 'public, max-age=31536000, immutable')
}
