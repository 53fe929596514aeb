import type { Portal } from './portal.ts'

interface Page {
  address: URL
  status: number
  /** The absolute address of a redirect. */
  location: URL | undefined
  body: string
}

const MAX_HOPS = 10

export type Browser = ReturnType<typeof browser>

/** A browser without a screen: keeps cookies for each host and follows redirects, to the portal or elsewhere. */
export function browser(portal?: Portal) {
  const jars = new Map<string, Map<string, string>>()
  const own = () => portal?.settings.public_url

  /** The Cookie header for an address. */
  const cookies = (address: string | URL = own() ?? ''): string =>
    [...(jars.get(new URL(address).host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')

  function keep(address: URL, lines: string[]): void {
    const jar = jars.get(address.host) ?? new Map<string, string>()
    jars.set(address.host, jar)
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
  }

  /** One GET, or a POST with a form; an address without a host is the portal's. */
  async function visit(to: string | URL, form?: Record<string, string>): Promise<Page> {
    const address = new URL(to, own())
    const request = {
      method: form ? ('POST' as const) : ('GET' as const),
      headers: { cookie: cookies(address), ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
      body: form ? new URLSearchParams(form).toString() : null,
    }
    const { method, headers } = request
    const answer =
      portal && address.origin === own()
        ? await portal.app.inject({ method, headers, url: `${address.pathname}${address.search}` })
        : await fetch(address, { ...request, redirect: 'manual' })
    const [status, location, set, body] =
      answer instanceof Response
        ? [answer.status, answer.headers.get('location'), answer.headers.getSetCookie(), await answer.text()]
        : [answer.statusCode, answer.headers.location, [answer.headers['set-cookie'] ?? []].flat(), answer.body]
    keep(address, set)
    return { address, status, location: location ? new URL(location, address) : undefined, body }
  }

  /** Follows redirects until there is a page, or an address of one of the portal's screens. */
  async function follow(to: string | URL, form?: Record<string, string>): Promise<Page> {
    let page = await visit(to, form)
    for (let hops = 0; page.location; hops++) {
      if (hops > MAX_HOPS) throw new Error(`${page.location} sends the browser in circles`)
      const isScreen = page.location.origin === own() && !page.location.pathname.startsWith('/api/')
      if (isScreen) return { address: page.location, status: 200, location: undefined, body: '' }
      page = await visit(page.location)
    }
    return page
  }

  return { visit, follow, cookies }
}
