import {
  type ApplicationFilters,
  type ApplicationStatus,
  type ExpiresIn,
  FACET_VALUES,
  type Facet,
  type Priority,
  type StageName,
  type StageStatus,
} from 'contract'

/** Applications with the same values, and how many there are. */
export interface Cell {
  status: ApplicationStatus
  stage: StageName
  stage_status: StageStatus | null
  priority: Priority
  late: boolean
  /** The shortest of the times within which its visa expires. */
  expires: ExpiresIn | null
  unpaid: boolean
  number: number
}

type Kept = Pick<Cell, 'status' | 'stage' | 'stage_status' | 'priority' | 'number'>

const KEPT = ['status', 'stage', 'stage_status', 'priority'] as const satisfies Facet[]
type KeptFacet = (typeof KEPT)[number]
export const isKept = (name: string): name is KeptFacet => KEPT.some((kept) => kept === name)

/** The kept numbers of the kind `case`. */
export const cellsOf = (kept: Record<string, number>): Cell[] =>
  Object.entries(kept).map(([value, number]) => {
    const [status, stage, stage_status, priority] = value.split('|') as [Kept['status'], Kept['stage'], StageStatus | '', Kept['priority']]
    return {
      status,
      stage,
      stage_status: stage_status || null,
      priority,
      late: false,
      expires: null,
      unpaid: false,
      number,
    }
  })

/** As the conditions of `filters.ts`, which rows they choose. */
const FITS: { [Name in Facet]: (cell: Cell, value: string) => boolean } = {
  status: ({ status }, value) => status === value,
  stage: ({ stage }, value) => stage === value,
  stage_status: ({ status, stage_status }, value) => status === 'active' && hasWork(stage_status, value),
  priority: ({ priority }, value) => priority === value,
  pace: ({ late }) => late,
  expires: ({ expires }, within) => expires !== null && (expires === within || Number(expires) <= Number(within)),
  unpaid: ({ unpaid }) => unpaid,
}

function hasWork(stage_status: StageStatus | null, work: string): boolean {
  if (work === 'waiting') return stage_status === null || stage_status === 'Submitted'
  return stage_status === (work === 'not_begun' ? null : work)
}

export const numberOf = (cells: readonly Pick<Cell, 'number'>[]): number => cells.reduce((sum, { number }) => sum + number, 0)

export interface Sum {
  value: string
  number: number
}

/** How many there are with each value of a facet, beside the kept filters on the others. */
export function byValue(cells: readonly Cell[], name: Facet, asked: ApplicationFilters = {}): Sum[] {
  const others = KEPT.filter((other) => other !== name && asked[other] !== undefined)
  const fitting = cells.filter((cell) => others.every((other) => FITS[other](cell, asked[other] ?? '')))
  return FACET_VALUES[name].map((value) => ({ value, number: numberOf(fitting.filter((cell) => FITS[name](cell, value))) }))
}
