import type { Labels, MetricFamily } from './text.ts'

/** In seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Series {
  labels: Labels
  within: number[]
  count: number
  sum: number
}

/** How long things took, by labels of which there are few. */
export class Histogram {
  readonly #series = new Map<string, Series>()
  readonly #name: string
  readonly #help: string

  constructor(name: string, help: string) {
    this.#name = name
    this.#help = help
  }

  observe(labels: Labels, seconds: number): void {
    const name = Object.values(labels).join(' ')
    const series = this.#series.get(name) ?? { labels, within: BUCKETS.map(() => 0), count: 0, sum: 0 }
    this.#series.set(name, series)
    for (const [place, bound] of BUCKETS.entries()) if (seconds <= bound) series.within[place] = (series.within[place] ?? 0) + 1
    series.count++
    series.sum += seconds
  }

  family(): MetricFamily {
    return { name: this.#name, type: 'histogram', help: this.#help, samples: [...this.#series.values()].flatMap(samplesOf) }
  }
}

const samplesOf = ({ labels, within, count, sum }: Series) => [
  ...within.map((value, place) => ({ suffix: '_bucket', labels: { ...labels, le: String(BUCKETS[place]) }, value })),
  { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
  { suffix: '_sum', labels, value: sum },
  { suffix: '_count', labels, value: count },
]
