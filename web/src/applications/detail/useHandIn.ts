import { type ApplicationSlot, type DocumentInfo, setApplicationDocuments, type VisaApplicationRecord } from 'contract'
import { useEffect, useState } from 'react'
import { useAction } from '../../api/useAction.ts'
import { useUser } from '../../session/session.ts'

/** S7: documents can follow or be replaced while the application is active, but not by the person it is about. */
export function useMayHandIn({ status }: VisaApplicationRecord): boolean {
  return useUser().role !== 'employee' && status === 'active'
}

/** The button that shows the document of a slot: it takes the focus when the field that had it goes. */
export const viewIdOf = (slot: string): string => `view-${slot}`

/** Hands in a document of an application. Each slot is sent for itself, so that uploads side by side all survive. */
export function useHandIn(application: VisaApplicationRecord, slot: ApplicationSlot) {
  const [uploaded, setUploaded] = useState<DocumentInfo>()
  const { run } = useAction(setApplicationDocuments)
  useEffect(() => () => focusIfLost(viewIdOf(slot)), [slot])
  /** Whether it is stored and shown now. */
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
