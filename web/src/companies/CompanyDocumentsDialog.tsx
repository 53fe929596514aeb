import { Box, Modal, Skeleton, Text } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { COMPANY_SLOTS, getCompany } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { DocumentButtons } from '../ui/files/DocumentButtons.tsx'
import { DocumentPreview } from '../ui/files/DocumentPreview.tsx'
import { FileThumbnail } from '../ui/files/FileThumbnail.tsx'
import { LostNote } from '../ui/files/LostNote.tsx'
import { useFileSize } from '../ui/files/useFileSize.ts'
import { BESIDE_FIRST_LINE } from '../ui/forms/FormDialog.tsx'
import { Muted } from '../ui/Muted.tsx'
import rows from '../ui/Rows.module.css'
import { LoadError } from '../ui/states/LoadError.tsx'
import classes from './CompanyDocumentsDialog.module.css'
import { type CompanyDocument, useCompanyDocuments } from './useCompanyDocuments.ts'

interface CompanyDocumentsDialogProps {
  /** The company's id; empty closes the dialog. */
  id: string
  onClose: () => void
}

/** The seven document slots of a company, filled or not (U54). */
export function CompanyDocumentsDialog({ id, onClose }: CompanyDocumentsDialogProps) {
  const t = useTranslations('companies.documents')
  const load = useLoad(getCompany, { params: { id }, query: { documents: 'link' } }, { enabled: id !== '', answers: () => true })
  const { slots, held, show, preview } = useCompanyDocuments(load.data)
  const previewing = preview.index !== undefined
  return (
    <>
      <Modal
        opened={id !== ''}
        onClose={onClose}
        // Escape closes the preview first, which is above the dialog.
        closeOnEscape={!previewing}
        size="lg"
        styles={BESIDE_FIRST_LINE}
        title={load.data ? t('title', { name: load.data.name }) : t('titleLoading')}
      >
        {load.data && (
          <>
            <Text size="sm" lh="inherit" c="dimmed" mb="xs">
              {t('provided', { count: held.length, total: COMPANY_SLOTS.length })}
            </Text>
            <ul className={rows.lines}>
              {slots.map((document) => (
                <Slot key={document.slot} document={document} onView={show} />
              ))}
            </ul>
          </>
        )}
        {!load.data && load.isError && <LoadError text={t('failed')} refusal={load.error} onRetry={() => void load.refetch()} />}
        {!load.data && !load.isError && <Skeleton height={COMPANY_SLOTS.length * 57} />}
      </Modal>
      {id !== '' && <DocumentPreview {...preview} />}
    </>
  )
}

function Slot({ document: { title, info, file_name }, onView }: { document: CompanyDocument; onView: (id: string) => void }) {
  const t = useTranslations('companies.documents')
  const size = useFileSize()
  return (
    <li className={classes.slot}>
      {info ? (
        <FileThumbnail file={info} />
      ) : (
        <span className={classes.empty} aria-hidden>
          <IconFileOff size={20} stroke={1.5} />
        </span>
      )}
      <Box flex={1} miw={0}>
        <Text size="sm" fw={500}>
          {title}
        </Text>
        {info?.lost ? (
          <LostNote />
        ) : (
          <Muted lh="row" className={classes.file} title={info?.name}>
            {info ? (
              <>
                <span>{size(info.size)} ·</span>
                <bdi>{info.name}</bdi>
              </>
            ) : (
              t('missing')
            )}
          </Muted>
        )}
      </Box>
      {info && <DocumentButtons document={{ ...info, title, file_name }} onView={() => onView(info.id)} />}
    </li>
  )
}
