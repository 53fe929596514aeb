import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { calls } from 'contract'
import { type ESTree, parseSync, Visitor } from 'vite'

const web = join(import.meta.dirname, '../web/src')
export const page = join(import.meta.dirname, '../docs/screens.md')
const BEGIN = '<!-- made by scripts/screens.ts -->'
const END = '<!-- end of what is made -->'

const parse = (file: string) => parseSync(file, readFileSync(file, 'utf8'))

/** Every screen's frame sends calls of its own; in `api/` the upload and the way to Google are those of screens. */
const isFrame = (file: string): boolean => /^(session|layout|messages)\/|^api\/(?!upload|googleSignIn)/.test(relative(web, file))

/** The names of the calls that a screen and the parts it is made of import, also those that are loaded when they are needed. */
function callsOf(file: string, seen = new Set<string>()): Set<string> {
  const found = new Set<string>()
  if (seen.has(file) || isFrame(file) || !existsSync(file) || !/\.tsx?$/.test(file)) return found
  seen.add(file)
  const { staticImports, dynamicImports } = parse(file).module
  const text = readFileSync(file, 'utf8')
  for (const { moduleRequest } of dynamicImports) {
    const from = text.slice(moduleRequest.start + 1, moduleRequest.end - 1)
    for (const name of callsOf(join(dirname(file), from), seen)) found.add(name)
  }
  for (const { moduleRequest, entries } of staticImports) {
    const from = moduleRequest.value
    const names = entries.filter(({ isType }) => !isType).map(({ importName }) => importName.name ?? '')
    if (from === 'contract') for (const name of names) if (name in calls) found.add(name)
    if (from.startsWith('.') && names.length > 0) for (const name of callsOf(join(dirname(file), from), seen)) found.add(name)
  }
  return found
}

const KINDS: Record<string, string> = { visitorRoute: 'visitors', publicRoute: 'anyone', bareRoute: 'all', shellRoute: '' }
const WHO: Record<string, string> = { everyone: 'all', admins: 'admin, company_admin' }

/** The roles of `shellRoute(path, screen, roles)`, by the name of a list or one by one. */
function rolesOf(roles: ESTree.Node | undefined): string {
  if (roles?.type === 'Identifier') return WHO[roles.name] ?? roles.name
  const listed = roles?.type === 'ArrayExpression' ? roles.elements : []
  return listed.flatMap((each) => (each?.type === 'Literal' ? String(each.value) : [])).join(', ')
}

/** The file of `lazyRouteComponent(() => import('./file'), 'Screen')`. */
function fileOf(screen: ESTree.Node | undefined): string {
  const load = screen?.type === 'CallExpression' ? screen.arguments[0] : undefined
  const imported = load?.type === 'ArrowFunctionExpression' ? load.body : undefined
  const source = imported?.type === 'ImportExpression' ? imported.source : undefined
  return source?.type === 'Literal' ? String(source.value).replace('./', '') : ''
}

/** The table of routes, roles, files and calls. */
export function table(): string {
  const rows: string[] = []
  const addRow = ({ callee, arguments: [path, screen, roles] }: ESTree.CallExpression) => {
    const kind = callee.type === 'Identifier' ? KINDS[callee.name] : undefined
    if (kind === undefined || path?.type !== 'Literal') return
    const file = fileOf(screen)
    const names = [...callsOf(join(web, file))].sort().map((name) => `\`${name}\``)
    const route = String(path.value).replace(/\$(\w+)/g, '{$1}')
    rows.push(`| \`${route}\` | ${kind || rolesOf(roles)} | \`${file}\` | ${names.join(', ') || 'none'} |`)
  }
  new Visitor({ CallExpression: addRow }).visit(parse(join(web, 'routes.tsx')).program)
  return ['| Route | Who | File in `web/src/` | Calls |', '|---|---|---|---|', ...rows].join('\n')
}

/** The page with its table written again. */
export function made(text = readFileSync(page, 'utf8')): string {
  const [before = '', rest = ''] = text.split(BEGIN)
  return `${before}${BEGIN}\n\n${table()}\n\n${END}${rest.split(END)[1] ?? ''}`
}

export const make = (): void => writeFileSync(page, made())
