import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { calls } from 'contract'

const root = resolve(import.meta.dirname, '..')
const web = join(root, 'web/src')
const page = join(root, 'docs/screens.md')
const BEGIN = '<!-- made by scripts/screens.ts -->'
const END = '<!-- end of what is made -->'

/** The frame around every screen has calls of its own; in `api/` only the upload sends one. */
const isFrame = (file: string): boolean => /^(session|layout|messages)\/|^api\/(?!upload)/.test(relative(web, file))

/** The names of the calls that a screen and the parts it is made of import. */
function callsOf(file: string, seen = new Set<string>()): Set<string> {
  const found = new Set<string>()
  if (seen.has(file) || isFrame(file) || !existsSync(file) || !/\.tsx?$/.test(file)) return found
  seen.add(file)
  const source = readFileSync(file, 'utf8')
  for (const [, names = '', from = ''] of source.matchAll(/import (?!type )(?:\w+, )?(?:\{([^}]*)\}|\w+) from '([^']+)'/g)) {
    if (from === 'contract') for (const name of names.split(',').map((each) => each.trim())) if (name in calls) found.add(name)
    if (from.startsWith('.')) for (const name of callsOf(join(dirname(file), from), seen)) found.add(name)
  }
  return found
}

const WHO: Record<string, string> = {
  everyone: 'all',
  admins: 'admin, company_admin',
  "['company_admin']": 'company_admin',
  "['admin']": 'admin',
}

const KIND: Record<string, string> = { visitorRoute: 'visitors', publicRoute: 'anyone', bareRoute: 'all' }

/** The table of routes, roles, files and calls, read from the web's sources. */
export function table(): string {
  const source = readFileSync(join(web, 'routes.tsx'), 'utf8')
  const routes = source.matchAll(
    /(visitorRoute|publicRoute|bareRoute|shellRoute)\(\s*'([^']+)',\s*lazyRouteComponent\(\(\) => import\('\.\/([^']+)'\), '\w+'\),\s*([^)]*?),?\s*\)/g,
  )
  const rows = [...routes].map(([, kind, path = '', file = '', who = '']) => {
    const names = [...callsOf(join(web, file))].sort().map((name) => `\`${name}\``)
    const shownTo = KIND[kind ?? ''] ?? WHO[who.trim()] ?? who
    return `| \`${path.replace(/\$(\w+)/g, '{$1}')}\` | ${shownTo} | \`${file}\` | ${names.join(', ') || 'none'} |`
  })
  return ['| Route | Who | File in `web/src/` | Calls |', '|---|---|---|---|', ...rows].join('\n')
}

/** The page with its table made anew. */
export function made(text = readFileSync(page, 'utf8')): string {
  const [before = '', rest = ''] = text.split(BEGIN)
  return `${before}${BEGIN}\n\n${table()}\n\n${END}${rest.split(END)[1] ?? ''}`
}

export const make = (): void => writeFileSync(page, made())
