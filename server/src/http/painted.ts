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

/**
 * The page with the first screen that it will most likely show, as the build painted it, so that there is something to see before the
 * program runs. Whether there is a session is only guessed, by its cookie: nothing of it is in the page.
 */
export function paintedPages(root: string, page: string, settings: Settings): (request: FastifyRequest) => string {
  const file = join(root, 'painted.json')
  const painted: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const product = escaped(settings.product_name)
  const pages = new Map(
    Object.entries(painted).map(([name, html]) => [name, page.replace(PLACE, () => html.replaceAll('__PRODUCT__', () => product))]),
  )
  const bare = page.replace(PLACE, '')
  return (request) => pages.get(`${screenOf(request, settings)}.${languageOf(request)}`) ?? bare
}

function screenOf(request: FastifyRequest, settings: Settings): string {
  const path = request.url.replace(/[?#].*$/, '')
  if (PUBLIC.includes(path)) return 'public'
  if (readCookie(request, 'session', settings)) return 'shell'
  if (path === '/admin-login') return 'admin-login'
  if (path === '/customer-login') return settings.oidc ? 'customer-login' : 'customer-login-without-google'
  return 'landing'
}

/** As web/public/boot.js decides it. */
function languageOf(request: FastifyRequest): (typeof LANGUAGES)[number] {
  const chosen = LANGUAGES.find((language) => language === request.cookies.portal_language)
  return chosen ?? (request.headers['accept-language']?.startsWith('ar') ? 'ar' : 'en')
}
