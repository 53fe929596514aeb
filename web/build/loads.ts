import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rolldown } from 'vite'

/** The screens of visitors and those with the shell, with their addresses. */
const ROUTES = /(visitor|public|shell)Route\(\s*'([^']+)',\s*lazyRouteComponent\(\(\) => import\('\.\/([^']+)'\)/g

interface Route {
  path: string
  screen: string
  isPublic: boolean
}

function routes(): Route[] {
  const source = readFileSync(join(import.meta.dirname, '../src/routes.tsx'), 'utf8')
  const found = [...source.matchAll(ROUTES)]
  if (found.length !== source.match(/ (visitor|public|shell)Route\(/g)?.length)
    throw new Error('a route of routes.tsx is written in another way')
  return found.map(([, kind, path = '', screen = '']) => ({
    path: path.replace('$id', '*'),
    screen,
    isPublic: kind !== 'shell',
  }))
}

/** A sheet that the page asks for and web/src/sheets.ts puts in force; where it stands in the page, the rest of the page would wait for it. */
export const asked = (link: string): string => link.replace('rel="stylesheet"', 'rel="preload" as="style"')

const LANGUAGES = ['en', 'ar']
const LIST = '/applications'
/** Beside those of the start page, which boot.js asks for. */
const wordsOf = ({ path, isPublic }: Route): string | undefined => {
  if (path === '/') return undefined
  if (isPublic && path !== '/privacy') return 'visitors'
  return path === LIST ? 'list' : 'signed-in'
}

/** What each screen loads beside the start, by address and language, so that the page can ask for it at once. */
export function loadsOf(bundle: Rolldown.OutputBundle): Record<string, string> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const chunkOf = (module: string) => {
    const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/web/src/${module}`)))
    if (!found) throw new Error(`${module} is in no file`)
    return found
  }
  const start = reached(
    chunks.filter(({ isEntry }) => isEntry),
    chunks,
  )
  const linksTo = (modules: string[]) => {
    const files = [...reached(modules.map(chunkOf), chunks)].filter((chunk) => !start.has(chunk))
    const styles = new Set(files.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
    const scripts = files.map(({ fileName }) => `<link rel="modulepreload" href="/${fileName}" crossorigin>`)
    return [...[...styles].map((name) => asked(`<link rel="stylesheet" href="/${name}" crossorigin>`)), ...scripts].join('')
  }
  return Object.fromEntries(
    routes().flatMap((route) =>
      LANGUAGES.map((language) => {
        const words = wordsOf(route)
        const modules = [
          route.screen,
          ...(route.isPublic ? [] : ['layout/Shell.tsx']),
          ...(words ? [`messages/${language}.json?${words}`] : []),
        ]
        return [`${route.path} ${language}`, linksTo(modules)]
      }),
    ),
  )
}

function reached(from: Rolldown.OutputChunk[], chunks: Rolldown.OutputChunk[], found = new Set<Rolldown.OutputChunk>()) {
  for (const chunk of from.filter((each) => !found.has(each))) {
    found.add(chunk)
    reached(
      chunks.filter(({ fileName }) => chunk.imports.includes(fileName)),
      chunks,
      found,
    )
  }
  return found
}
