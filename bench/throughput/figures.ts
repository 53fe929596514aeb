import { percentile } from '../traffic.ts'
import type { Cpu } from './cpu.ts'
import type { Target } from './turns.ts'
import type { Figures } from './volley.ts'

// What a run measured, kept as JSON to be compared with other sizes, and as a table to be read.

type Round = Figures & Cpu

export interface Measured {
  name: string
  /** The portal, then the limits. */
  targets: Pick<Target, 'name' | 'figures'>[]
  /** Of the portal's Node process, in MB. */
  memory: number
  /** Why there are no figures, or why they don't count. */
  fault?: string
}

/** Scenario X: milliseconds until a change was heard, and those that were not heard or by the wrong people. */
export interface Streams {
  streams: number
  p50: number
  p99: number
  heard: number
  unheard: number
  overheard: number
  memory: number
}

export interface Results {
  at: string
  machine: string
  command: string
  applications: number
  rounds: number
  seconds: number
  /** Of the portal's Node process on DATABASE_URL, in MB. */
  rest?: number
  /** Milliseconds to write and sync a block of the data's disk, and of a statement that reads nothing. */
  disk: { sync: number; roundTrip: number }
  measured: Measured[]
  streams?: Streams
}

/** What is measured of each round. */
type Figure = keyof Pick<Round, 'perSecond' | 'p50' | 'p99' | keyof Cpu>

export const median = (rounds: Round[], figure: Figure): number =>
  percentile(
    rounds.flatMap((each) => each[figure] ?? []),
    0.5,
  )

export const portalOf = ({ targets }: Measured): Round[] => targets.find(({ name }) => name === 'portal')?.figures ?? []
export const limitOf = ({ targets }: Measured): Round[] => targets.find(({ name }) => name === 'limit 2')?.figures ?? []
export const ratioOf = (measured: Measured): number => median(portalOf(measured), 'perSecond') / median(limitOf(measured), 'perSecond')
