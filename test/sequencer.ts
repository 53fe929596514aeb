import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They start servers, wait for them or kill them; started last, one of them would run on alone. */
const LONGEST = [
  'mailCrash',
  'faults',
  'hostile',
  'embedded',
  'databaseFaults',
  'backup',
  'crash',
  'uploads',
  'main',
  'live/routes',
  'access',
  'servers',
  'demo',
  'bodyParser',
  'rolling',
  'canaries',
  'operations',
  'migrate',
  'search',
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
