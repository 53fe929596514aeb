import type { ReactNode } from 'react'
import { createQueue } from './queue.ts'

interface Question {
  /** Names the object: "Delete Acme LLC?" */
  title: string
  /** Names the consequence. */
  body: ReactNode
  /** The verb on the button. */
  action: string
  /** The label of the other button, if not Cancel. */
  decline?: string
  /** Red if something is deleted; the default. */
  destructive?: boolean
}

interface Asked extends Question {
  answer: (agreed: boolean) => void
}

export const questions = createQueue<Asked>()

/** Asks before something that cannot be undone; Cancel has the focus (U17). Resolves to true if the user agreed. */
export const confirm = (question: Question): Promise<boolean> => new Promise((answer) => questions.add({ ...question, answer }))
