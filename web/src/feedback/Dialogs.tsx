import { useSyncExternalStore } from 'react'
import { questions } from './confirm.ts'
import { partOf, usePart } from './usePart.ts'

export const importQuestions = partOf(() => import('./Questions.tsx').then(({ Questions }) => Questions))

const declineAll = () => {
  for (const { answer } of questions.take()) answer(false)
}

/** Shows the questions of `confirm`. */
export function Dialogs() {
  const asked = useSyncExternalStore(questions.subscribe, questions.waiting, questions.waiting)
  const Questions = usePart(importQuestions, asked.length > 0, declineAll)
  return Questions ? <Questions /> : null
}
