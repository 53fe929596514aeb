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
import type { FacetName } from './filters.ts'

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
  /** The month of Asia/Dubai. */
  completed: string | null
  nationality_word: string
  assignee_id: string | null
  number: number
}

export type Values = Omit<Cell, 'number'>
/** What of a row says which value of a facet it has. */
export const SAYS: Record<FacetName, (keyof Values)[]> = {
  status: ['status'],
  stage: ['stage'],
  stage_status: ['status', 'stage_status'],
  priority: ['priority'],
  pace: ['late'],
  expires: ['expires'],
  unpaid: ['unpaid'],
  completed: ['completed'],
  nationality: ['nationality_word'],
  assignee: ['status', 'assignee_id'],
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
      completed: null,
      nationality_word: '',
      assignee_id: null,
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

/** The kept numbers of the kind `took` of a month of completion, by how many days the cases took. */
export const tookIn = (month: string, took: Record<string, number>): { days: number; number: number }[] =>
  Object.entries(took)
    .filter(([value]) => value.startsWith(month))
    .map(([value, number]) => ({ days: Number(value.slice(month.length + 1)), number }))

type Carried = Pick<Cell, 'status' | 'assignee_id' | 'number'>

const activeOf = (cells: readonly Carried[]): number => numberOf(cells.filter(({ status }) => status === 'active'))

/** The kept numbers of the kind `carried`, and the active cases that are left over of all. */
export function carriedOf(kept: Record<string, number>, all: readonly Cell[], asked: ApplicationStatus | undefined): Carried[] {
  const carried = Object.entries(kept).map(([value, number]): Carried => {
    const [status, assignee_id] = value.split('|') as [ApplicationStatus, string]
    return { status, assignee_id, number }
  })
  const left: Carried = { status: 'active', assignee_id: null, number: activeOf(all) - activeOf(carried) }
  return [...carried, left].filter(({ status }) => asked === undefined || status === asked)
}

/** By who carries them: the viewer, nobody, then the others. */
export function byAssignee(cells: readonly Carried[], viewer_id: string): Sum[] {
  const of = (id: string | null) => cells.filter(({ assignee_id }) => assignee_id === id)
  const others = new Set(cells.flatMap(({ assignee_id }) => assignee_id ?? []).filter((id) => id !== viewer_id))
  return [
    { value: 'me', number: numberOf(of(viewer_id)) },
    { value: 'nobody', number: activeOf(of(null)) },
    ...[...others].map((value) => ({ value, number: numberOf(of(value)) })),
  ]
}
