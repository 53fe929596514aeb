import type { Page } from '@playwright/test'

/** All that scripts could read later, as one text: storages, databases, caches, cookies and history. */
export function keptByBrowser(page: Page): Promise<string> {
  return page.evaluate(`(async () => JSON.stringify([
    { ...localStorage }, { ...sessionStorage }, document.cookie, history.state, location.href,
    await indexedDB.databases(), await caches.keys(),
  ]))()`)
}

/** The addresses that the page requests from now on. */
export function watchAddresses(page: Page): string[] {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(decodeURIComponent(request.url())))
  return addresses
}
