import { type MetricFamily, secondsOf } from './text.ts'

/** `name`, because Prometheus keeps `job` for what it scrapes. */
interface Job {
  succeededAt: Date | undefined
  runs: number
  failures: number
  seconds: number
}

type Run = <Done>(act: () => Promise<Done>) => Promise<Done>

/** The jobs of this server: how often they ran and failed, how long they took, and when one last ended well. */
export class Jobs {
  readonly #jobs = new Map<string, Job>()

  /** Runs a round of that job. */
  of(name: string): Run {
    const job = { succeededAt: undefined, runs: 0, failures: 0, seconds: 0 } as Job
    this.#jobs.set(name, job)
    return async (act) => {
      const from = performance.now()
      try {
        const done = await act()
        job.succeededAt = new Date()
        return done
      } catch (error) {
        job.failures++
        throw error
      } finally {
        job.runs++
        job.seconds += (performance.now() - from) / 1_000
      }
    }
  }

  families(): MetricFamily[] {
    const family = (name: string, type: 'counter' | 'gauge', help: string, of: (job: Job) => number): MetricFamily => ({
      name: `portal_job_${name}`,
      type,
      help,
      samples: [...this.#jobs].map(([name, job]) => ({ labels: { name }, value: of(job) })),
    })
    return [
      family('runs_total', 'counter', 'Rounds of the jobs of this server that ended', ({ runs }) => runs),
      family('failures_total', 'counter', 'Rounds that failed; the log says why', ({ failures }) => failures),
      family('seconds_total', 'counter', 'How long these rounds took together', ({ seconds }) => seconds),
      family('success_timestamp_seconds', 'gauge', 'When a round last ended well; 0: not yet', ({ succeededAt }) => secondsOf(succeededAt)),
    ]
  }
}
