import { type ApplicationSlot, type DocumentInfo, setApplicationDocuments, type VisaApplicationRecord } from 'contract'
import { useEffect, useState } from 'react'
import { useAction } from '../../api/useAction.ts'
import { useUser } from '../../session/session.ts'

/** Documents can be added or replaced while the application is active, but not by the employee it is about (S7). */
export function useMayHandIn({ status }: VisaApplicationRecord): boolean {
  return useUser().role !== 'employee' && status === 'active'
}

/** The id of the button that shows a slot's document: it takes the focus when the field that had it disappears. */
export const viewIdOf = (slot: string): string => `view-${slot}`

/** Hands in a document of an application. Each slot is sent by itself, so that parallel uploads do not overwrite each other. */
export function useHandIn(application: VisaApplicationRecord, slot: ApplicationSlot) {
  const [uploaded, setUploaded] = useState<DocumentInfo>()
  const { run } = useAction(setApplicationDocuments)
  useEffect(() => () => focusIfLost(viewIdOf(slot)), [slot])
  /** Answers whether the document is stored. */
  const handIn = async (document: DocumentInfo): Promise<boolean> => {
    setUploaded(document)
    const stored = await run({ params: { id: application.id }, body: { documents: { [slot]: document.url } } })
    setUploaded(undefined)
    return stored !== undefined
  }
  return { uploaded, handIn }
}

function focusIfLost(id: string): void {
  if (document.activeElement === document.body) document.getElementById(id)?.focus()
}
