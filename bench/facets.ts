import { startServer } from '../test/serverProcess.ts'
import { type FilledPortal, openFilled, type Person, untilSettled } from './throughput/filled.ts'
import { keep } from './throughput/results.ts'
import { percentile } from './traffic.ts'

// The call that counts the facets of a list beside that list, asked for the same in turns by one reader; what is due by age beside the ledger.
// Milliseconds of the quickest quarter, which others on the machine did not hold up. Ends non-zero where it takes more than MOST times as long.
const APPLICATIONS = Number(process.env.BENCH_APPLICATIONS ?? 100_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 40)
const MOST = 2
/** A prepared statement keeps its plan from the sixth time on. */
const WARMING = 8

interface Compared {
  list: string
  facets: string
  /** What both are asked for. */
  asked: string[]
  people: ('admins' | 'customers')[]
}

const COMPARED: Compared[] = [
  {
    list: '/visa-applications?limit=50&documents=link',
    facets: '/visa-applications/facets?',
    asked: [
      '',
      'status=active',
      'status=completed',
      'stage=Medical Test',
      'stage_status=waiting',
      'priority=fast_track',
      'pace=late',
      'expires=30',
      'expires=expired',
      'unpaid=true',
      'assignee=nobody',
      'status=active&expires=60&priority=normal',
      'q=petrova',
      'q=ma',
      'q=zenobia',
      'q=falcon 1',
    ],
    people: ['admins', 'customers'],
  },
  {
    list: '/employees?limit=100',
    facets: '/employees/facets?',
    asked: ['', 'status=active', 'expires=30', 'renewal=none', 'renewal=running', 'expires=30&renewal=none', 'q=petrova', 'q=ma'],
    people: ['admins', 'customers'],
  },
  {
    list: '/companies?limit=50&documents=link',
    facets: '/companies/facets?',
    asked: ['', 'category=on_demand', 'cases=active', 'cases=none', 'due=true', 'cases=none&due=true', 'q=falcon', 'q=a'],
    people: ['admins', 'customers'],
  },
  { list: '/transactions?limit=50&sort=-moved_at', facets: '/transactions/dues?', asked: [''], people: ['admins'] },
]

async function took(origin: string, path: string, { cookie }: Person): Promise<number> {
  const from = performance.now()
  const answer = await fetch(`${origin}/api${path}`, { headers: { cookie } })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return performance.now() - from
}

/** What the list takes, and the facets. */
async function timesOf(origin: string, paths: string[], person: Person): Promise<number[]> {
  const times: number[][] = paths.map(() => [])
  for (let round = -WARMING; round < ROUNDS; round++)
    for (const [place, path] of paths.entries()) {
      const ms = await took(origin, path, person)
      if (round >= 0) times[place]?.push(ms)
    }
  return times.map((each) => percentile(each, 0.25))
}

async function compare(origin: string, filled: FilledPortal): Promise<{ lines: string[]; isOver: boolean }> {
  const lines: string[] = []
  let isOver = false
  for (const { list, facets, asked, people } of COMPARED)
    for (const who of people)
      for (const query of asked.filter((each) => who === 'admins' || !each.includes('assignee'))) {
        const [person] = filled[who]
        if (!person) throw new Error(`there are no ${who}`)
        const [ofList = 0, ofFacets = 0] = await timesOf(origin, [`${list}&${query}`, `${facets}${query}`], person)
        const ratio = ofFacets / ofList
        isOver ||= ratio > MOST
        const columns = [facets.replace('?', ''), who, query || 'all', ofList.toFixed(1), ofFacets.toFixed(1), ratio.toFixed(2)]
        lines.push(`| ${columns.join(' | ')} | ${ratio > MOST ? '**no**' : 'yes'} |`)
        console.log(lines.at(-1))
      }
  return { lines, isOver }
}

const HEAD = `| call | of | asked for | list ms | call ms | ratio, at most ${MOST} | held |\n|${'---|'.repeat(7)}`

const filled = await openFilled(APPLICATIONS)
const server = await startServer({ DATABASE_URL: filled.url, DATA_DIR: filled.dataDir })
try {
  await untilSettled(filled.pool, server.child.pid ?? 0)
  const { lines, isOver } = await compare(server.origin, filled)
  const day = new Date().toISOString().slice(0, 10)
  keep(`facets-${APPLICATIONS}-${day}`, [
    `# Facets beside their lists at ${APPLICATIONS.toLocaleString('en')} applications, ${day}`,
    `${HEAD}\n${lines.join('\n')}`,
  ])
  process.exitCode = isOver ? 1 : 0
} finally {
  await server.end('SIGTERM')
  await filled.stop()
}
