import { Box, Group, Text } from '@mantine/core'
import { type DocumentInfo, downloadName, type Employee, type PersonOfRecord, RENEWAL_SLOTS } from 'contract'
import { useFormatter, useTranslations } from 'use-intl'
import { DocumentButtons } from '../ui/files/DocumentButtons.tsx'
import { DocumentPreview, type PreviewDocument } from '../ui/files/DocumentPreview.tsx'
import { FileThumbnail } from '../ui/files/FileThumbnail.tsx'
import { LostNote } from '../ui/files/LostNote.tsx'
import { useFileSize } from '../ui/files/useFileSize.ts'
import { Muted } from '../ui/Muted.tsx'
import rows from '../ui/Rows.module.css'
import { SectionTitle } from '../ui/SectionTitle.tsx'
import { DubaiMoment } from '../ui/signs/DubaiDate.tsx'
import { useUrlState } from '../ui/useUrlState.ts'

interface Held extends PreviewDocument {
  info: DocumentInfo
}

/** The newest passport, visa and Emirates ID of the person's cases, which a renewal copies (E2). */
export function PersonDocuments({ held, employee }: { held: PersonOfRecord['held_documents']; employee: Employee }) {
  const t = useTranslations('employees.person')
  const names = useTranslations('enums.slot')
  const format = useFormatter()
  const [shown, show] = useUrlState('document')
  const documents = RENEWAL_SLOTS.flatMap((slot): Held[] => {
    const info = held[slot]
    return info ? [{ ...info, info, title: names(slot), file_name: downloadName(employee.employee_name, slot, info.type) }] : []
  })
  const missing = RENEWAL_SLOTS.filter((slot) => !held[slot])
  const kept = documents.filter(({ info }) => !info.lost)
  const index = kept.findIndex(({ id }) => id === shown)
  return (
    <section aria-labelledby="person-documents">
      <SectionTitle id="person-documents" mb="2xs">
        {t('documents')}
      </SectionTitle>
      <Muted mb="xs">{t('documentsHint')}</Muted>
      <ul className={rows.lines}>
        {documents.map((document) => (
          <Box component="li" py="xs" key={document.id}>
            <DocumentRow document={document} onView={() => show(document.id)} />
          </Box>
        ))}
      </ul>
      {missing.length > 0 && <Muted mt="xs">{t('missing', { names: format.list(missing.map((slot) => names(slot))) })}</Muted>}
      <DocumentPreview
        documents={kept}
        index={index < 0 ? undefined : index}
        onIndexChange={(next) => show(kept[next]?.id ?? '')}
        onClose={() => show('')}
      />
    </section>
  )
}

function DocumentRow({ document, onView }: { document: Held; onView: () => void }) {
  const { info, title, file_name } = document
  const size = useFileSize()
  return (
    <Group gap="sm" wrap="nowrap">
      <FileThumbnail file={info} />
      <Box flex={1} miw={0}>
        <Text size="sm" lh="row" fw={500}>
          {title}
        </Text>
        <Muted lh="row">
          {size(info.size)} · <DubaiMoment value={info.created_at} />
        </Muted>
        {info.lost && <LostNote />}
      </Box>
      <DocumentButtons document={{ ...info, title, file_name }} onView={onView} />
    </Group>
  )
}
