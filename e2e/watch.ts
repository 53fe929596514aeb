import type { BrowserContext } from '@playwright/test'

export interface Expected {
  baseURL: string
  /** The statuses that a spec provokes on purpose, 0 for no answer; Chromium reports every refused request on the console. */
  refusals: number[]
  /** Other origins that the spec visits on purpose. */
  origins: string[]
}

/** Notes what is unexpected on the console, and requests to other origins. */
export function watch(context: BrowserContext, { baseURL, refusals, origins }: Expected, problems: string[]): void {
  const isExpected = (text: string) =>
    refusals.some((status) =>
      text.startsWith(`Failed to load resource: ${status === 0 ? 'net::ERR_' : `the server responded with a status of ${status} `}`),
    )
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isExpected(message.text())) problems.push(`console: ${message.text()}`)
  })
  context.on('weberror', (error) => problems.push(`page: ${error.error().message}`))
  context.on('request', (sent) => {
    const url = new URL(sent.url())
    if (/^https?:$/.test(url.protocol) && ![new URL(baseURL).origin, ...origins].includes(url.origin))
      problems.push(`request to ${url.origin}`)
  })
}
