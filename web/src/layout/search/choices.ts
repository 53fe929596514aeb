import type { Icon } from '@tabler/icons-react'
import { searchable } from 'contract'

/** One row of the palette. */
export interface Choice {
  /** Of the element too, so without spaces. */
  id: string
  label: string
  /** What else tells it from others. */
  facts?: string[]
  Icon: Icon
  act: () => void
  /** The page stays, and the focus returns to where it was. */
  stays?: true
  /** What else can be done with a record. */
  actions?: Choice[]
}

type GroupName = 'recent' | 'people' | 'companies' | 'screens' | 'actions' | 'actionsOf'

export interface Group {
  name: GroupName
  /** Whose actions they are. */
  of?: string
  choices: Choice[]
}

/** Those whose label has each of the words. */
export function thatFit(choices: Choice[], typed: string): Choice[] {
  const words = searchable(typed).split(' ')
  return choices.filter(({ label }) => words.every((word) => searchable(label).includes(word)))
}

/** The next one, round and round; the first where none is marked. */
export function step(choices: readonly Choice[], from: string | undefined, by: 1 | -1): string | undefined {
  const at = choices.findIndex(({ id }) => id === from)
  return choices.at((at + by) % choices.length)?.id
}
