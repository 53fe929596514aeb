import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'

// Plans as the server's own statements ran by them, those inside functions and triggers too, from the log of the embedded PostgreSQL.

export interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: Plan[]
}

export interface Ran {
  text: string
  plan: Plan
}

const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_parameter_max_length': '0',
}

/** That address for connections whose plans are logged; needs a superuser. */
export function logged(url: string): string {
  const address = new URL(url)
  const options = Object.entries(SETTINGS).map(([name, value]) => `-c ${name}=${value}`)
  return `${address.href}${address.search ? '&' : '?'}options=${encodeURIComponent(options.join(' '))}`
}

/** The plans that are logged from now on, each time those since the last time. */
export function openLog(dataDir: string): () => Ran[] {
  const path = join(dataDir, 'postgres.log')
  let place = statSync(path).size
  return () => {
    const bytes = Buffer.alloc(statSync(path).size - place)
    const file = openSync(path, 'r')
    readSync(file, bytes, 0, bytes.length, place)
    closeSync(file)
    place += bytes.length
    return plansIn(bytes.toString())
  }
}

/** A statement of several lines goes on behind tabs. */
function plansIn(log: string): Ran[] {
  return [...log.matchAll(/duration: \S+ ms {2}plan:\n((?:\t.*\n)+)/g)].map(([, json = '']) => {
    const { 'Query Text': text, Plan: plan } = JSON.parse(json.replace(/^\t/gm, '')) as { 'Query Text': string; Plan: Plan }
    return { text, plan }
  })
}

export const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Rows of tables that a node took up, also those that it threw away. */
export function readBy(node: Plan): number {
  if (node['Relation Name'] === undefined || node['Node Type'] === 'ModifyTable') return 0
  const rows = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return Math.round(rows * node['Actual Loops'])
}

export function shown(plan: Plan, depth = 0): string {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index, 'Actual Rows': rows, 'Actual Loops': loops } = plan
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  const line = [
    `${'  '.repeat(depth)}${type}`,
    index ? `by ${index}` : '',
    table ? `on ${table}` : '',
    `(rows ${rows}${loops > 1 ? ` × ${loops}` : ''}${removed > 0 ? `, removed ${removed}` : ''}, blocks ${(plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)})`,
  ]
  return [
    line.filter(Boolean).join(' '),
    ...(plan.Plans ?? []).filter((each) => each['Actual Loops'] > 0).map((each) => shown(each, depth + 1)),
  ].join('\n')
}
