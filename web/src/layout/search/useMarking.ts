import { type KeyboardEvent, useEffect, useState } from 'react'
import { type Choice, type Group, step } from './choices.ts'

interface Options {
  /** The rows are not yet those of what was typed. */
  waits: boolean
  take: (choice: Choice) => void
}

/** Which row is marked, and what keys do with it. The actions of a record stand in place of all rows. */
export function useMarking(all: Group[], { waits, take }: Options) {
  const [opened, setOpened] = useState<string>()
  const [marked, setMarked] = useState<string>()
  // What Enter means is known when the answer is there.
  const [entered, setEntered] = useState(false)
  const record = all.flatMap((group) => group.choices).find(({ id, actions }) => id === opened && actions)
  const groups: Group[] = record?.actions ? [{ name: 'actionsOf', of: record.label, choices: record.actions }] : all
  const choices = groups.flatMap((group) => group.choices)
  const current = choices.find(({ id }) => id === marked) ?? choices[0]
  useEffect(() => {
    if (!entered || waits) return
    setEntered(false)
    if (current) take(current)
  })
  const more = ({ id }: Choice) => {
    setOpened(id)
    setMarked(undefined)
  }
  const back = () => {
    setOpened(undefined)
    setMarked(opened)
  }
  const meaningOf = (event: KeyboardEvent): (() => void) | undefined => {
    const { key } = event
    const { isForth, isBack } = sideways(event)
    if (key === 'ArrowDown' || key === 'ArrowUp') return () => setMarked(step(choices, current?.id, key === 'ArrowDown' ? 1 : -1))
    if (key === 'Enter') return () => setEntered(true)
    if (record) return isBack || key === 'Escape' ? back : undefined
    return isForth && current?.actions ? () => more(current) : undefined
  }
  const press = (event: KeyboardEvent) => {
    const act = event.nativeEvent.isComposing ? undefined : meaningOf(event)
    if (!act) return
    event.preventDefault()
    act()
  }
  const restart = () => {
    setMarked(undefined)
    setOpened(undefined)
    setEntered(false)
  }
  return { groups, choices, current, record, mark: setMarked, more, press, restart }
}

export const isRightToLeft = (): boolean => document.documentElement.dir === 'rtl'

/** Whether the key leads into what is marked, from the end of the text, or out of it. */
function sideways({ key, currentTarget }: KeyboardEvent): { isForth: boolean; isBack: boolean } {
  const field = currentTarget as HTMLInputElement
  const [forth, backward] = isRightToLeft() ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  return { isForth: key === forth && field.selectionStart === field.value.length, isBack: key === backward }
}
