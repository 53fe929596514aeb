import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'
import { readCookie } from './session.ts'

const PLACE = '<!--painted-->'
const LANGUAGES = ['en', 'ar'] as const
/** Other screens of visitors; everything else belongs to the signed-in ones. */
const PUBLIC = ['/second-step', '/client-register', '/forgot-password', '/set-password', '/confirm-email', '/privacy', '/set-up-two-step']

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

interface Painted {
  /** HTML by screen and language. */
  pages: Partial<Record<string, string>>
  /** Links to what a screen loads, by its address and language. */
  loads: Partial<Record<string, string>>
}

/**
 * The page with the first screen that it will most likely show, as the build painted it, so that there is something to see before the
 * program runs. Whether there is a session is only guessed, by its cookie: nothing of it is in the page.
 */
export function paintedPages(root: string, page: string, settings: Settings): (request: FastifyRequest, product: string) => string {
  const file = join(root, 'painted.json')
  const { pages, loads }: Painted = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { pages: {}, loads: {} }
  const [before = '', after = ''] = page.split(PLACE)
  return (request, product) => {
    const language = languageOf(request)
    const { screen, path } = firstScreen(request, settings)
    const links = loads[`${path} ${language}`] ?? loads[`${path.slice(0, path.lastIndexOf('/') + 1)}* ${language}`] ?? ''
    const painted = (pages[`${screen}.${language}`] ?? '').replaceAll('__PRODUCT__', () => escaped(product))
    return `${before}${painted}${links}${after}`
  }
}

/** The painted screen, and the address of the screen that follows. */
function firstScreen(request: FastifyRequest, settings: Settings): { screen: string; path: string } {
  const path = request.url.replace(/[?#].*$/, '')
  if (PUBLIC.includes(path)) return { screen: 'public', path }
  const signIn = path === '/admin-login' || path === '/customer-login'
  if (readCookie(request, 'session', settings)) return { screen: 'shell', path: signIn || path === '/' ? '/dashboard' : path }
  if (path === '/admin-login') return { screen: 'admin-login', path }
  if (path === '/customer-login') return { screen: settings.oidc ? 'customer-login' : 'customer-login-without-google', path }
  return { screen: 'landing', path: '/' }
}

/** As web/public/boot.js decides it. */
function languageOf(request: FastifyRequest): (typeof LANGUAGES)[number] {
  const chosen = LANGUAGES.find((language) => language === request.cookies.portal_language)
  return chosen ?? (request.headers['accept-language']?.startsWith('ar') ? 'ar' : 'en')
}
