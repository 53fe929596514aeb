import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test'
import { routeCalls } from './calls.ts'

/** An address of the portal without a program: a page that never leaves the portal keeps its process, and in it the compiled programs. */
export const QUIET = '/mark.svg'

/** What a page cannot be rid of again; after it the page is kept no longer. */
const LASTING = {
  context: ['addInitScript', 'exposeBinding', 'exposeFunction', 'grantPermissions', 'setExtraHTTPHeaders', 'setGeolocation', 'setOffline'],
  page: ['addInitScript', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders'],
  clock: ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'],
} as const
/** What is undone only where it was done: each undoing takes a turn to the browser. */
const LOOK = ['emulateMedia', 'setViewportSize'] as const
const EVENTS = ['console', 'dialog', 'page', 'request', 'requestfailed', 'requestfinished', 'response', 'weberror']
const EVENTS_OF_PAGE = [...EVENTS, 'domcontentloaded', 'download', 'framenavigated', 'load', 'pageerror', 'popup']

/** The one page of a worker, emptied after each test: for a new one the browser starts a process and compiles the programs anew. */
interface KeptPage {
  context: BrowserContext
  page: Page
  /** The options it was opened with. */
  kind: string
  session: CDPSession
  isLasting: boolean
  hasOtherLook: boolean
}

let kept: KeptPage | undefined

/** The kept page, where there is one of this kind; otherwise a new one, which `prepare` makes ready. */
export async function takePage(browser: Browser, kind: string, prepare: (context: BrowserContext) => Promise<void>): Promise<KeptPage> {
  const found = kept
  kept = undefined
  if (found?.kind === kind) return found
  await found?.context.close()
  const context = await browser.newContext()
  await prepare(context)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const taken = { context, page, kind, session, isLasting: false, hasOtherLook: false }
  routeCalls(page, session)
  const last = () => {
    taken.isLasting = true
  }
  noteCalls(context, LASTING.context, last)
  noteCalls(page, LASTING.page, last)
  noteCalls(context.clock, LASTING.clock, last)
  noteCalls(page, LOOK, () => {
    taken.hasOtherLook = true
  })
  return taken
}

function noteCalls<T extends object>(target: T, names: readonly (string & keyof T)[], note: () => void): void {
  for (const name of names) {
    const method = target[name] as (...values: unknown[]) => unknown
    const noted = (...values: unknown[]) => {
      note()
      return method.apply(target, values)
    }
    Object.assign(target, { [name]: noted })
  }
}

/** Empties the page and keeps it for the next test, unless something lasts. */
export async function keepPage(taken: KeptPage, { viewport, reducedMotion = null }: BrowserContextOptions): Promise<void> {
  const { context, page, session, isLasting } = taken
  if (isLasting || page.isClosed()) return await context.close()
  for (const other of context.pages()) if (other !== page) await other.close()
  await Promise.all([page, context].map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })))
  for (const event of EVENTS_OF_PAGE) page.removeAllListeners(event)
  for (const event of EVENTS) context.removeAllListeners(event)
  await page.goto(QUIET)
  await Promise.all([
    page.evaluate('localStorage.clear(), sessionStorage.clear()'),
    context.clearCookies(),
    session.send('Page.resetNavigationHistory'),
    page.mouse.move(0, 0),
  ])
  if (taken.hasOtherLook) {
    await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion, forcedColors: 'none', contrast: 'no-preference' })
    if (viewport) await page.setViewportSize(viewport)
    taken.hasOtherLook = false
  }
  kept = taken
}
