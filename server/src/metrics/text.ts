export type Labels = Record<string, string>

export interface MetricFamily {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  samples: { suffix?: string; labels?: Labels; value: number }[]
}

export const TEXT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export const toText = (families: MetricFamily[]): string =>
  families
    .flatMap(({ name, type, help, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(({ suffix = '', labels, value }) => `${name}${suffix}${labelsOf(labels)} ${value}`),
    ])
    .map((line) => `${line}\n`)
    .join('')

function labelsOf(labels: Labels = {}): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (character) => ESCAPES[character] ?? '')}"`,
  )
  return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' }

export const secondsOf = (moment: Date | undefined): number => (moment?.getTime() ?? 0) / 1_000
