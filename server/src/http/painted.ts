import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { activeCompanyId, getSettings, me, pathOf, type Role } from 'contract'
import type { FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'
import type { Viewer } from './session.ts'

const PLACES = /<!--(?:ahead|painted)-->/
const LANGUAGES = ['en', 'ar'] as const
/** Visitors' screens of which only the frame is painted; everything else belongs to the signed-in ones. */
const FRAMED = ['/second-step', '/set-password', '/confirm-email', '/set-up-two-step']
/** Painted also for those who are signed in. */
const FOR_ALL = ['/forgot-password', '/privacy']
const FOR_VISITORS = ['/admin-login', '/client-register']

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

interface Painted {
  /** HTML by screen and language; of the signed-in ones some have their own, by address, and all others the shell. */
  pages: Partial<Record<string, string>>
  /** Links to what a screen loads, by its address and language. */
  loads: Partial<Record<string, string>>
  /** The calls of a screen that ahead.js makes, by its address and the roles that it is open for. */
  ahead: Partial<Record<string, Partial<Record<Role, string[]>>>>
}

/** Who has a session; its members are unknown while the database is away. */
export interface Reader {
  viewer?: Pick<Viewer, 'role' | 'must_set_up_two_step' | 'active_company_id' | 'company_id' | 'company_ids'>
  /** In the changes, before anything that the page asks for. */
  place?: string | undefined
}

/**
 * The page with the first screen that it will show, as the build painted it, so that there is something to see before the program runs, and
 * with what ahead.js asks for meanwhile. Nothing of the reader is in it but the role and the active company's id.
 */
export function paintedPages(root: string, page: string, settings: Settings) {
  const file = join(root, 'painted.json')
  const { pages, loads, ahead }: Painted = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { pages: {}, loads: {}, ahead: {} }
  const [before = '', between = '', after = ''] = page.split(PLACES)
  return (request: FastifyRequest, product: string, reader: Reader | undefined): string => {
    const language = languageOf(request)
    const { screen, path } = firstScreen(request, settings, reader)
    const links = loads[`${path} ${language}`] ?? loads[`${path.slice(0, path.lastIndexOf('/') + 1)}* ${language}`] ?? ''
    // What an address asks for besides, only the screen knows.
    const { open, calls: first } = callsAt(request.url.includes('?') ? '' : path, ahead, screen === 'shell' ? reader?.viewer : undefined)
    const calls = reader ? aheadOf(first, reader) : ''
    const own = open ? pages[`${paintedAt(path, settings)}.${language}`] : undefined
    const painted = (own ?? pages[`${screen}.${language}`] ?? '').replaceAll('__PRODUCT__', () => escaped(product))
    return `${before}${calls}<template id="loads">${links}</template>${between}${painted}${after}`
  }
}

const RECORD = /[0-9a-f-]{36}$/

/** The name of a screen's own painted page: one for all records, and one that says where mails are kept without a mail server. */
function paintedAt(path: string, { smtp_url }: Settings): string {
  return path === '/waiting-mails' && !smtp_url ? `${path}-kept` : path.replace(RECORD, '*')
}

/** Whether the screen is open to the viewer, and what they see of it first. */
function callsAt(path: string, ahead: Painted['ahead'], viewer: Reader['viewer']): { open: boolean; calls: string[] } {
  if (!viewer || viewer.must_set_up_two_step) return { open: false, calls: [] }
  const own = ahead[path.replace(RECORD, '*')]?.[viewer.role]
  const calls = own ?? ahead['*']?.[viewer.role] ?? []
  const id = RECORD.exec(path)?.[0] ?? activeCompanyId(viewer)
  const known = id ? calls.map((address) => address.replace('*', id)) : calls.filter((address) => !address.includes('*'))
  return { open: own !== undefined, calls: known }
}

const FIRST = [getSettings, me].map((call) => `/api${pathOf(call)}`)

function aheadOf(calls: string[], { place }: Reader): string {
  const addresses = escaped([...FIRST, ...calls].join(' '))
  return `<meta name="ahead" content="${addresses}"${place ? ` data-place="${place}"` : ''}><script src="/ahead.js" async></script>`
}

/** The painted screen, and the address of the screen that follows. */
function firstScreen(request: FastifyRequest, settings: Settings, reader: Reader | undefined): { screen: string; path: string } {
  const path = request.url.replace(/[?#].*$/, '')
  const name = path.slice(1)
  if (FRAMED.includes(path)) return { screen: 'public', path }
  if (FOR_ALL.includes(path)) return { screen: name, path }
  const isVisitors = path === '/' || path === '/customer-login' || FOR_VISITORS.includes(path)
  if (reader) return { screen: 'shell', path: isVisitors ? '/dashboard' : path }
  if (FOR_VISITORS.includes(path)) return { screen: name, path }
  if (path === '/customer-login') return { screen: settings.oidc ? name : 'customer-login-without-google', path }
  return { screen: 'landing', path: '/' }
}

/** As web/public/boot.js decides it. */
function languageOf(request: FastifyRequest): (typeof LANGUAGES)[number] {
  const chosen = LANGUAGES.find((language) => language === request.cookies.portal_language)
  return chosen ?? (request.headers['accept-language']?.startsWith('ar') ? 'ar' : 'en')
}
