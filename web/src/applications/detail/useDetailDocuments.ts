import { APPLICATION_SLOTS, type ApplicationSlot, type DocumentInfo, downloadName, type Stage, type VisaApplicationRecord } from 'contract'
import { useTranslations } from 'use-intl'
import type { PreviewDocument } from '../../ui/files/DocumentPreview.tsx'

interface DetailDocument extends PreviewDocument {
  lost: boolean
  /** The file's name when it was uploaded. */
  original: string
  size: number
  created_at: string
}

export interface UploadedDocument extends DetailDocument {
  slot: ApplicationSlot
}

const shown = ({ name, ...info }: DocumentInfo) => ({ ...info, original: name })

/** The uploaded documents of an application, and with those of its stages what the preview steps through: all that are not lost. */
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
  return { uploaded, all: [...uploaded, ...ofStages].filter(({ lost }) => !lost) }
}
