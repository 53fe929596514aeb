import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const WORKSPACES = readdirSync(root).filter((name) => /^(contract|server|web|e2e|bench|scripts|test|docs)$/.test(name))
const READ = /\.(tsx?|mjs|css|sql|yml|md)$/
/** The page itself, and folders without sources of ours. */
const SKIPPED = /^docs\/rules\.md$|\/(node_modules|dist)\//

const ID = /\b[A-Z]\d{1,2}\b|§\d/g
/** Ids stand in comments, in parentheses, before a colon at the start of a title, and in the table of `npm run trust`. */
const PLACES = [
  /\/\*[\s\S]*?\*\//g,
  /(?<=^|\s)(?:\/\/|--) .*$/gm,
  /\((?:(?:[A-Z]\d{1,2}|§\d)[,–]? ?)+\)/g,
  /(?<=['"`])[A-Z]\d{1,2}(?=: )/g,
  /(?<=')T\d{1,2}(?: T\d{1,2})*(?=')/g,
]

const isDocument = (name: string): boolean => /\.(md|yml)$/.test(name)
const placesOf = (name: string, text: string): string[] => (isDocument(name) ? [text] : PLACES.flatMap((place) => text.match(place) ?? []))

function citedIds(): Set<string> {
  const names = WORKSPACES.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  const texts = names
    .filter((name) => READ.test(name) && !SKIPPED.test(name))
    .flatMap((name) => placesOf(name, readFileSync(join(root, name), 'utf8')))
  return new Set(texts.flatMap((text) => text.match(ID) ?? []))
}

describe('docs/rules.md', () => {
  const listed: string[] = readFileSync(join(root, 'docs/rules.md'), 'utf8').match(/(?<=^- \*\*)[^*]+/gm) ?? []
  const cited = citedIds()

  it('has a line for every rule that is cited', () => {
    expect([...cited].filter((id) => !listed.includes(id))).toEqual([])
  })

  it('has no line for a rule that nobody cites, and none twice', () => {
    expect(listed.filter((id, index) => !cited.has(id) || listed.indexOf(id) !== index)).toEqual([])
  })
})
