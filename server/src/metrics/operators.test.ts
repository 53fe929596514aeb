import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { startPortal } from '../../../test/portal.ts'
import { promtool } from '../../../test/promtool.ts'
import { Counters } from './counters.ts'
import { readGauges } from './gauges.ts'
import { watchLoop } from './process.ts'
import { toText } from './text.ts'

const portal = startPortal()
const docs = join(import.meta.dirname, '../../../docs')

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string }
}
interface Panel {
  id: number
  title: string
  type: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string }[]
}

const rules = (parse(readFileSync(join(docs, 'alerts.yml'), 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
)
const dashboard = JSON.parse(readFileSync(join(docs, 'dashboard.json'), 'utf8')) as { panels: Panel[] }
const drawn = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

/** The page as a server tells it that did each thing once. */
async function page(): Promise<string> {
  const counters = new Counters()
  await counters.jobs.of('ledger')(async () => undefined)
  counters.poolWaits.observe({}, 0.001)
  counters.storeOperations.observe({ operation: 'read', result: 'ok' }, 0.001)
  counters.countRefusedFile('damaged', 'somebody')
  const answered = { getHeader: () => undefined, statusCode: 200, elapsedTime: 3 }
  counters.countRequest({ method: 'GET', routeOptions: { url: '/api/me' } } as never, answered as never)
  const loop = watchLoop()
  const families = [...counters.families(), ...loop.families(), ...(await readGauges({ ...portal, now: () => portal.clock.moment }))]
  loop.end()
  return toText(families)
}

const MADE_BY_PROMETHEUS = ['up']
const FUNCTIONS = /\b(sum|max|by|rate|increase|delta|changes|time|topk|histogram_quantile|min_over_time|or|and)\b/g
const namesIn = (expressions: string[]) =>
  new Set(
    expressions.flatMap((expression) => {
      const bare = expression.replace(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, '').replace(FUNCTIONS, '')
      return [...bare.matchAll(/(?<![\w.])[a-z_]\w*/gi)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))
    }),
  )
const labelsIn = (expressions: string[]) =>
  new Set(
    expressions.flatMap((expression) => [
      ...[...expression.matchAll(/\{([^}]*)\}/g)].flatMap(([, inside = '']) =>
        [...inside.matchAll(/(\w+)\s*[=!]/g)].map(([, name = '']) => name),
      ),
      ...[...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, inside = '']) => inside.split(',').map((name) => name.trim())),
    ]),
  )

describe('docs/alerts.yml and docs/dashboard.json', () => {
  it('ask for metrics and labels that there are, and together for all of them', async () => {
    const told = await page()
    const metrics = new Set([...told.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name))
    const labels = new Set([...told.matchAll(/(\w+)="/g)].map(([, name = '']) => name))
    const expressions = [...rules.map(({ expr }) => expr), ...drawn]
    const asked = namesIn(expressions)
    expect([...asked].filter((name) => !metrics.has(name)).sort()).toEqual(MADE_BY_PROMETHEUS)
    expect([...metrics].filter((name) => !asked.has(name))).toEqual([])
    expect([...labelsIn(expressions)].filter((name) => !labels.has(name)).sort()).toEqual(['instance', 'job'])
  })

  it('say of each alert what it means and how soon it must be looked at, once a job where all servers tell the same', () => {
    expect(rules.length).toBeGreaterThan(20)
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    for (const { alert, expr, labels, annotations } of rules) {
      expect([alert, ['page', 'ticket'].includes(labels.severity), annotations.summary.length > 20]).toEqual([alert, true, true])
      // A comma without quotes begins another.
      expect(Object.keys(annotations)).toEqual(['summary'])
      for (const [shared] of expr.matchAll(/portal_(ledger|journal|counts|people|deadlines|topups|mails|backup)_\w+/g))
        expect(expr.replace(/\s+/g, ' ')).toMatch(new RegExp(`max by \\(job\\) \\((min_over_time\\(|delta\\()?${shared}`))
    }
  })

  it('show each panel in a place of its own, with a number', () => {
    const { panels } = dashboard
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const taken = new Set<string>()
    for (const { title, type, targets = [], gridPos } of panels) {
      expect([title, targets.length > 0]).toEqual([title, type !== 'row'])
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect([title, x < 24, taken.has(`${x} ${y}`)]).toEqual([title, true, false])
          taken.add(`${x} ${y}`)
        }
    }
  })
})

// npm run trust -- alerts
if (process.env.PROMTOOL)
  describe('Prometheus itself', () => {
    it('reads the rules, what the dashboard draws and the page, and fires once where two servers tell the same', async () => {
      const expressions = drawn.map((expr) => expr.replaceAll('$job', 'portal').replaceAll('$__rate_interval', '5m'))
      expect(promtool(join(docs, 'alerts.yml'), rules, expressions, await page())).toEqual({
        rules: `${rules.length} rules found`,
        drawn: `${drawn.length} rules found`,
        page: '',
        fired: 'SUCCESS',
      })
    })
  })
