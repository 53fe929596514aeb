import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Started last, one of them would run on alone. Those that kill servers and wait stand among those that work, which use the processor meanwhile. */
const LONGEST = [
  'mailCrash',
  'vanishing',
  'todayGrowth',
  'transactions/growth',
  'crowd',
  'access',
  'crash',
  'unstorable',
  'faults',
  'facets',
  'embedded',
  'shown',
  'databaseFaults',
  'counts',
  'backup',
  'demo',
  'uploads',
  'servers',
  'main',
  'bodyParser',
  'live/routes',
  'hostile',
  'migrate',
  'search',
  'rolling',
  'canaries',
  'operations',
  'slowClients',
  'rotate',
]

/** The longest files first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return at < 0 ? LONGEST.length : at
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
