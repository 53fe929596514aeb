import type { DocumentInfo } from 'contract'
import { useState } from 'react'

interface Replacement {
  /** What was uploaded, until the record that is shown has it: the file before it is no longer there. */
  uploaded: DocumentInfo | undefined
  /** Shows the file and stores it; `store` answers undefined where it was refused. */
  put: (document: DocumentInfo, store: (url: string) => Promise<unknown>) => Promise<void>
}

/** Stores an upload in the place of a file at once. */
export function useReplacement(stored: DocumentInfo | undefined): Replacement {
  const [latest, setLatest] = useState<{ document: DocumentInfo; before: string | undefined }>()
  const put: Replacement['put'] = async (document, store) => {
    setLatest({ document, before: stored?.id })
    if ((await store(document.url)) === undefined) setLatest(undefined)
  }
  const isOver = latest !== undefined && latest.before !== stored?.id
  if (isOver) setLatest(undefined)
  return { uploaded: isOver ? undefined : latest?.document, put }
}
