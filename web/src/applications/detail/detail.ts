import { APPLICATION_SLOTS, type ApplicationSlot, type DocumentInfo, downloadName, type Stage, type VisaApplicationRecord } from 'contract'
import { useTranslations } from 'use-intl'
import type { Refusal } from '../../api/refusal.ts'
import type { PreviewDocument } from '../../ui/files/DocumentPreview.tsx'

/** How both loads of a detail are asked for; the web always takes documents as links (D2). */
export const detailInput = (id: string) => ({ params: { id }, query: { documents: 'link' as const } })

export const isUnknown = (refusal: Refusal): boolean => refusal.status === 404

/** S5: the server needs the passport number to complete this renewal. */
export const needsPassport = ({ status, errors }: Refusal): boolean => status === 422 && errors[0]?.field === 'passport_number'

/** A passport number of which the last three characters are left to tell it by. */
export const maskPassport = (number: string): string => '•'.repeat(Math.max(number.length - 3, 3)) + number.slice(-3)

export interface DetailDocument extends PreviewDocument {
  /** What it was called when it was uploaded. */
  original: string
  size: number
  created_at: string
}

export interface UploadedDocument extends DetailDocument {
  slot: ApplicationSlot
}

const shown = ({ name, ...info }: DocumentInfo) => ({ ...info, original: name })

/** The uploaded documents of an application and those of its stages, as the preview steps through them. */
export function useDetailDocuments(application: VisaApplicationRecord, stages: readonly Stage[]) {
  const slots = useTranslations('enums.slot')
  const names = useTranslations('enums.stage')
  const uploaded = APPLICATION_SLOTS.flatMap((slot): UploadedDocument[] => {
    const info = application.document_details[slot]
    if (!info) return []
    const file_name = downloadName(application.employee_name, slot, info.type)
    return [{ ...shown(info), title: slots(slot), file_name, slot }]
  })
  const ofStages = stages.flatMap(({ stage_name, document_details: info }): DetailDocument[] => {
    if (!info) return []
    const file_name = downloadName(application.employee_name, stage_name, info.type)
    return [{ ...shown(info), title: names(stage_name), file_name }]
  })
  return { uploaded, all: [...uploaded, ...ofStages] }
}
