import { COMPANY_SLOTS, type CompanyRecord, type CompanySlot, type DocumentInfo, downloadName } from 'contract'
import { useTranslations } from 'use-intl'
import type { PreviewDocument } from '../ui/files/DocumentPreview.tsx'
import { useUrlState } from '../ui/useUrlState.ts'

export interface CompanyDocument {
  slot: CompanySlot
  /** "Trade license". */
  title: string
  info: DocumentInfo | undefined
  /** The file name for a download (D5). */
  file_name: string
}

/** The seven slots of a company, and the preview of those that hold a document that is not lost. */
export function useCompanyDocuments(company: CompanyRecord | undefined) {
  const names = useTranslations('enums.slot')
  const [shown, show] = useUrlState('document')
  const slots = COMPANY_SLOTS.map((slot): CompanyDocument => {
    const info = company?.document_details[slot] ?? undefined
    return { slot, title: names(slot), info, file_name: info && company ? downloadName(company.name, slot, info.type) : '' }
  })
  const held = slots.flatMap(({ info, title, file_name }): PreviewDocument[] => (info && !info.lost ? [{ ...info, title, file_name }] : []))
  const index = held.findIndex(({ id }) => id === shown)
  const preview = {
    documents: held,
    index: index < 0 ? undefined : index,
    onIndexChange: (next: number) => show(held[next]?.id ?? ''),
    onClose: () => show(''),
  }
  return { slots, held, show, preview }
}
