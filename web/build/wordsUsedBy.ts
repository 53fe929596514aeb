import { readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'

export type Catalog = { [key: string]: string | Catalog }

const SOURCES = join(import.meta.dirname, '../src')
/** What a source imports of its own at once; types and what is loaded later are not meant. */
const IMPORT = /^(?:import|export)\s(?!type\b)(?:[^'"]*?\sfrom\s+)?'(\.[^']+\.tsx?)'/gm
const NAMESPACE = /\buseTranslations\(\s*(?:(['"`])([^'"`]*)\1)?/g
/** These words are found by the name of a call. */
const BY_CALL = 'toasts'

/** The part of a catalog that these sources, and what they import, can show. */
export function wordsUsedBy(sources: readonly string[], catalog: Catalog): Catalog {
  const texts = [...reached(sources).values()]
  const namespaces = texts.flatMap((text) => [...text.matchAll(NAMESPACE)].map(([, , name = '']) => name))
  const code = texts.join('\n')
  const named = Object.keys(catalog[BY_CALL] ?? {}).filter((call) => new RegExp(`\\b${call}\\b`).test(code))
  const paths = [...namespaces.map(pathOf), ...named.map((call) => [BY_CALL, call])]
  return paths.reduce((words, path) => merged(words, partAt(catalog, path)), {} as Catalog)
}

/** The texts of the sources by their paths. */
function reached(sources: readonly string[], found = new Map<string, string>()): Map<string, string> {
  for (const source of sources.filter((each) => !found.has(each))) {
    const text = readFileSync(join(SOURCES, source), 'utf8')
    found.set(source, text)
    const imported = [...text.matchAll(IMPORT)].map(([, path = '']) => normalize(join(source, '..', path)).replaceAll('\\', '/'))
    reached(imported, found)
  }
  return found
}

/** Of a name that is known only when it runs, what stands before that. */
const pathOf = (namespace: string): string[] => {
  const [known = '', ...unknown] = namespace.split('${')
  const path = known.split('.').filter(Boolean)
  return unknown.length > 0 && !known.endsWith('.') ? path.slice(0, -1) : path
}

function partAt(catalog: Catalog, [key, ...path]: string[]): Catalog {
  if (key === undefined) return catalog
  const within = catalog[key]
  if (within === undefined) throw new Error(`there are no words ${key}`)
  return { [key]: typeof within === 'string' ? within : partAt(within, path) }
}

export function merged(one: Catalog, other: Catalog): Catalog {
  const both = { ...one }
  for (const [key, words] of Object.entries(other)) {
    const first = both[key]
    both[key] = typeof words === 'object' && typeof first === 'object' ? merged(first, words) : words
  }
  return both
}
