import type { APIResponse, CDPSession, Page, Route } from '@playwright/test'

type Matcher = Parameters<Page['route']>[0]
type Handler = Parameters<Page['route']>[1]

interface OwnRoute {
  matcher: Matcher
  matches: (url: URL) => boolean
  handler: Handler
  /** How often it still answers. */
  times: number
}

interface Paused {
  requestId: string
  redirectedRequestId?: string
  request: { url: string; method: string; headers: Record<string, string>; postData?: string; hasPostData?: boolean }
}

/** With the script that makes the first of them. */
const CALLS = { patterns: [{ urlPattern: '*/api/*' }, { urlPattern: '*/ahead.js' }] }
const REASONS = { failed: 'Failed', connectionreset: 'ConnectionReset', internetdisconnected: 'InternetDisconnected' }

/**
 * Lets `page.route` answer calls of the portal without Playwright, whose routes switch the browser's cache off: each load would then fetch
 * and compile sixty files anew, which takes half as long again. What is no call goes Playwright's way.
 */
export function routeCalls(page: Page, session: CDPSession): void {
  const routes: OwnRoute[] = []
  const playwrights = { unroute: page.unroute.bind(page), unrouteAll: page.unrouteAll.bind(page), route: page.route.bind(page) }
  const watchCalls = () => (routes.length > 0 ? session.send('Fetch.enable', CALLS) : session.send('Fetch.disable'))
  const keepOnly = async (kept: (route: OwnRoute) => boolean) => {
    routes.splice(0, Infinity, ...routes.filter(kept))
    await watchCalls()
  }
  session.on('Fetch.requestPaused', (paused: Paused) => void answer(page, session, paused, routes))
  Object.assign(page, {
    async route(matcher: Matcher, handler: Handler, { times = Infinity } = {}) {
      const matches = callsOf(matcher)
      if (!matches) return await playwrights.route(matcher, handler, { times })
      routes.unshift({ matcher, matches, handler, times })
      await watchCalls()
    },
    async unroute(matcher: Matcher, handler?: Handler) {
      if (!callsOf(matcher)) return await playwrights.unroute(matcher, handler)
      await keepOnly((each) => each.matcher !== matcher || (handler !== undefined && each.handler !== handler))
    },
    async unrouteAll(options: Parameters<Page['unrouteAll']>[0]) {
      await Promise.all([playwrights.unrouteAll(options), routes.length > 0 && keepOnly(() => false)])
    },
  })
}

/** Undefined where it may choose more than calls. */
function callsOf(matcher: Matcher): ((url: URL) => boolean) | undefined {
  if (typeof matcher === 'function') return matcher
  if (typeof matcher !== 'string' || !matcher.includes('/api/')) return
  const escaped = matcher.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  const pattern = new RegExp(`^${escaped.replace(/\*+/g, (stars) => (stars === '*' ? '[^/]*' : '.*'))}$`)
  return ({ href, origin }) => pattern.test(matcher.startsWith('/') ? href.slice(origin.length) : href)
}

/** Of the routes that match the last one that was set answers, which may pass to the one before. */
async function answer(page: Page, session: CDPSession, paused: Paused, routes: OwnRoute[]): Promise<void> {
  const url = new URL(paused.request.url)
  const matching = paused.redirectedRequestId ? [] : routes.filter(({ matches, times }) => times > 0 && matches(url))
  // The page may have taken its request back.
  const send = async (method: string, params = {}) =>
    void (await session
      .send(`Fetch.${method}` as 'Fetch.disable', { requestId: paused.requestId, ...params } as never)
      .catch(() => undefined))
  const passOn = async (): Promise<void> => {
    const next = matching.shift()
    if (!next) return await send('continueRequest')
    next.times -= 1
    await next.handler(routeOf(page, paused, send, passOn), undefined as never)
  }
  await passOn()
}

interface Fulfilment {
  status?: number
  body?: string
  json?: unknown
  contentType?: string
  headers?: Record<string, string>
  response?: APIResponse
}

const OF_THE_WIRE = ['content-encoding', 'content-length', 'transfer-encoding']

async function fulfilled({ response, json, status = response?.status() ?? 200, body, contentType, headers = {} }: Fulfilment) {
  const text = json === undefined ? body : JSON.stringify(json)
  const type = contentType ?? (json === undefined ? undefined : 'application/json')
  const own = Object.entries({ ...headers, ...(type && { 'content-type': type }) }).map(([name, value]) => ({ name, value }))
  const left = [...OF_THE_WIRE, ...own.map(({ name }) => name)]
  const answered = response?.headersArray().filter(({ name }) => !left.includes(name.toLowerCase())) ?? []
  return {
    responseCode: status,
    responseHeaders: [...answered, ...own],
    body: (text === undefined ? await response?.body() : Buffer.from(text))?.toString('base64') ?? '',
  }
}

/** What specs use of a Route. */
function routeOf(
  page: Page,
  { request: { url, method, headers, postData, hasPostData } }: Paused,
  send: (method: string, params?: object) => Promise<void>,
  fallback: () => Promise<void>,
): Route {
  const lowercase = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const part = {
    request: () => ({ url: () => url, method: () => method, headers: () => lowercase }),
    continue: () => send('continueRequest'),
    abort: (reason: keyof typeof REASONS = 'failed') => send('failRequest', { errorReason: REASONS[reason] }),
    fulfill: async (fulfilment: Fulfilment) => await send('fulfillRequest', await fulfilled(fulfilment)),
    fetch: async () => {
      if (hasPostData && postData === undefined) throw new Error(`The body of ${method} ${url} cannot be sent again`)
      return await page.context().request.fetch(url, { method, headers: lowercase, maxRedirects: 0, ...(postData && { data: postData }) })
    },
    fallback,
  }
  return part as unknown as Route
}
