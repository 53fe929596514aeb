import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { broughtFromDebian } from './debian.ts'

export interface Alert {
  alert: string
  labels: object
  annotations: { summary: string }
}

/** Two servers for half an hour: the money does not add up after a while, a job fails each minute, and one server goes away near the end. */
const INPUT = [
  { series: 'portal_ledger_broken_invariants{job="portal",instance="a"}', values: '0x10 2x20' },
  { series: 'portal_ledger_broken_invariants{job="portal",instance="b"}', values: '0x11 2x20' },
  { series: 'portal_job_failures_total{job="portal",instance="a",name="mails"}', values: '0+1x30' },
  { series: 'up{job="portal",instance="a"}', values: '1x30' },
  { series: 'up{job="portal",instance="b"}', values: '1x20 0x10' },
]

const testOf = (file: string, alerts: Alert[]) => {
  const at = (eval_time: string, alertname: string, firing: object[] = []) => {
    const { labels, annotations } = alerts.find(({ alert }) => alert === alertname) ?? { labels: {}, annotations: { summary: '' } }
    const summary = annotations.summary.replace('{{ $labels.name }}', 'mails')
    return {
      eval_time,
      alertname,
      exp_alerts: firing.map((more) => ({ exp_labels: { ...labels, job: 'portal', ...more }, exp_annotations: { summary } })),
    }
  }
  const alert_rule_test = [
    at('5m', 'PortalMoneyDoesNotAddUp'),
    at('20m', 'PortalMoneyDoesNotAddUp', [{}]),
    at('20m', 'PortalJobFails', [{ name: 'mails' }]),
    at('20m', 'PortalAway'),
    at('29m', 'PortalAway', [{ instance: 'b' }]),
  ]
  return { rule_files: [file], evaluation_interval: '1m', tests: [{ interval: '1m', input_series: INPUT, alert_rule_test }] }
}

interface Said {
  rules: string
  drawn: string
  page: string
  fired: string
}

/** What the promtool of Debian says of the rules, of each expression of the dashboard, of the page and of alerts that ought to fire. */
export function promtool(rules: string, alerts: Alert[], drawn: string[], page: string): Said {
  const program = join(broughtFromDebian('prometheus'), 'usr/bin/promtool')
  const folder = mkdtempSync(join(tmpdir(), 'promtool-'))
  const said = (args: string[], input?: string): string => {
    const { stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', input })
    if (error) throw error
    return `${stdout}${stderr}`
  }
  const file = (name: string, content: object): string => {
    writeFileSync(join(folder, name), JSON.stringify(content))
    return join(folder, name)
  }
  const firedOf = (text: string) => /SUCCESS/.exec(text)?.[0] ?? text
  const numberOf = (text: string) => /SUCCESS: (.*)/.exec(text)?.[1] ?? text
  try {
    const recorded = drawn.map((expr, index) => ({ record: `drawn:${index}`, expr }))
    return {
      rules: numberOf(said(['check', 'rules', rules])),
      drawn: numberOf(said(['check', 'rules', file('drawn.json', { groups: [{ name: 'drawn', rules: recorded }] })])),
      page: said(['check', 'metrics'], page),
      fired: firedOf(said(['test', 'rules', file('test.json', testOf(rules, alerts))])),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
