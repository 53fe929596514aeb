import { ActionIcon } from '@mantine/core'
import { IconDownload, IconEye, type Icon as TablerIcon } from '@tabler/icons-react'
import type { DocumentInfo } from 'contract'
import { useTranslations } from 'use-intl'
import type { PreviewDocument } from './DocumentPreview.tsx'
import { useDownload } from './useDownload.ts'

interface DocumentButtonsProps {
  document: Pick<DocumentInfo, 'id' | 'lost'> & Pick<PreviewDocument, 'title' | 'file_name'>
  /** The id of the first button, if the focus returns to it. */
  viewId?: string
  onView: () => void
}

/** View and Download of a document that is not lost. */
export function DocumentButtons({ document: { id, lost, title, file_name }, viewId, onView }: DocumentButtonsProps) {
  const t = useTranslations('file')
  const download = useDownload()
  if (lost) return null
  return (
    <>
      <DocumentButton {...(viewId && { id: viewId })} label={t('view', { name: title })} Icon={IconEye} onClick={onView} />
      <DocumentButton label={t('download', { name: title })} Icon={IconDownload} onClick={() => void download(id, file_name)} />
    </>
  )
}

interface DocumentButtonProps {
  id?: string
  label: string
  Icon: TablerIcon
  expanded?: boolean
  onClick: () => void
}

/** An icon alone that does something with a document. */
export const DocumentButton = ({ id, label, Icon, expanded, onClick }: DocumentButtonProps) => (
  <ActionIcon
    {...(id && { id })}
    variant="subtle"
    color="gray"
    size={36}
    aria-label={label}
    title={label}
    aria-expanded={expanded}
    onClick={onClick}
  >
    <Icon size={19} stroke={1.6} />
  </ActionIcon>
)
