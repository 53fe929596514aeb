import type { Page } from '@playwright/test'

/** Everything that scripts can read back later: the storages, the databases, the caches, the cookies and the page's history, as one text. */
export function keptByBrowser(page: Page): Promise<string> {
  return page.evaluate(`(async () => JSON.stringify([
    { ...localStorage }, { ...sessionStorage }, document.cookie, history.state, location.href,
    await indexedDB.databases(), await caches.keys(),
  ]))()`)
}

/** The addresses that the page asks for from now on. */
export function watchAddresses(page: Page): string[] {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(decodeURIComponent(request.url())))
  return addresses
}
