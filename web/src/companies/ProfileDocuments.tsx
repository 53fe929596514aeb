import { Group, SimpleGrid } from '@mantine/core'
import { IconReplace, IconTrash } from '@tabler/icons-react'
import { COMPANY_SLOTS, type CompanyRecord, type DocumentInfo, setCompanyDocuments } from 'contract'
import { useTranslations } from 'use-intl'
import { useAction } from '../api/useAction.ts'
import { confirm } from '../feedback/confirm.ts'
import { DocumentButton, DocumentButtons } from '../ui/files/DocumentButtons.tsx'
import { DocumentPreview } from '../ui/files/DocumentPreview.tsx'
import { FileField } from '../ui/files/FileField.tsx'
import { useReplacement } from '../ui/files/useReplacement.ts'
import { Muted } from '../ui/Muted.tsx'
import { SectionTitle } from '../ui/SectionTitle.tsx'
import { type CompanyDocument, useCompanyDocuments } from './useCompanyDocuments.ts'

/** The seven document slots of the active company, to upload, view, download, replace and delete (U54). */
export function ProfileDocuments({ company }: { company: CompanyRecord }) {
  const t = useTranslations('companyProfile')
  const { slots, held, show, preview } = useCompanyDocuments(company)
  return (
    <section aria-labelledby="documents-title">
      <Group justify="space-between" align="baseline" gap="md" mb="md">
        <SectionTitle id="documents-title">{t('documents')}</SectionTitle>
        <Muted component="span">{t('provided', { count: held.length, total: COMPANY_SLOTS.length })}</Muted>
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="ml" verticalSpacing="md">
        {slots.map((document) => (
          <Slot key={document.slot} company={company} document={document} onView={show} />
        ))}
      </SimpleGrid>
      <DocumentPreview {...preview} />
    </section>
  )
}

interface SlotProps {
  company: CompanyRecord
  document: CompanyDocument
  onView: (id: string) => void
}

/** D6: each slot is saved by its own call, so that simultaneous uploads do not overwrite each other. */
function Slot({ company, document: { slot, title, info, file_name }, onView }: SlotProps) {
  const t = useTranslations('companyProfile')
  const { uploaded, put: show } = useReplacement(info)
  const params = { id: company.id }
  const put = useAction(setCompanyDocuments, {})
  const removal = useAction(setCompanyDocuments, { toasts: 'deleteCompanyDocument' })
  const add = (document: DocumentInfo) => show(document, (url) => put.run({ params, body: { documents: { [slot]: url } } }))
  const remove = async (file: string) => {
    const body = t('deletion.body', { file, company: company.name })
    if (!(await confirm({ title: t('deletion.title', { name: title }), body, action: t('deletion.action') }))) return
    await removal.run({ params, body: { documents: { [slot]: null } } })
  }
  return (
    <FileField
      label={title}
      value={uploaded ?? info}
      toasts="stores"
      onChange={(document) => document && void add(document)}
      actions={(replace) =>
        info &&
        !uploaded && (
          <>
            <DocumentButtons document={{ ...info, title, file_name }} onView={() => onView(info.id)} />
            <DocumentButton label={t('replace', { name: title })} Icon={IconReplace} onClick={replace} />
            <DocumentButton label={t('delete', { name: title })} Icon={IconTrash} onClick={() => void remove(info.name)} />
          </>
        )
      }
    />
  )
}
