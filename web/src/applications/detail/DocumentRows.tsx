import { Box, Flex, Group, Text } from '@mantine/core'
import { IconCheck, IconReplace, IconX } from '@tabler/icons-react'
import type { Stage, VisaApplicationRecord } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DocumentButton, DocumentButtons } from '../../ui/files/DocumentButtons.tsx'
import { FileField } from '../../ui/files/FileField.tsx'
import { FileThumbnail } from '../../ui/files/FileThumbnail.tsx'
import { LostNote } from '../../ui/files/LostNote.tsx'
import { useFileSize } from '../../ui/files/useFileSize.ts'
import rows from '../../ui/Rows.module.css'
import { DubaiMoment } from '../../ui/signs/DubaiDate.tsx'
import { Tag } from '../../ui/signs/Tag.tsx'
import { ArchiveButton } from '../ArchiveButton.tsx'
import { DetailSection } from './DetailSection.tsx'
import { type DocumentState, documentState } from './documentState.ts'
import type { UploadedDocument } from './useDetailDocuments.ts'
import { useHandIn, useMayHandIn, viewIdOf } from './useHandIn.ts'

interface DocumentRowsProps {
  application: VisaApplicationRecord
  stages: readonly Stage[]
  documents: readonly UploadedDocument[]
  /** Whether the application or a stage has one. */
  some: boolean
  onView: (id: string) => void
}

/** The uploaded documents. Each can be viewed, downloaded and, while the application is active, replaced. */
export function DocumentRows({ application, stages, documents, some, onView }: DocumentRowsProps) {
  const t = useTranslations('applicationDetail')
  const mayHandIn = useMayHandIn(application)
  return (
    <DetailSection title={t('documents')} headingId={DOCUMENTS}>
      {documents.length === 0 ? (
        <Text size="sm" lh="inherit" c="dimmed">
          {t('noDocuments')}
        </Text>
      ) : (
        <Box component="ul" mt="-0.375rem" className={rows.lines ?? ''}>
          {documents.map((document) => (
            <Box component="li" py="xs" key={document.slot}>
              <DocumentRow
                application={application}
                document={document}
                state={documentState(document.slot, application, stages)}
                replaceable={mayHandIn}
                onView={() => onView(document.id)}
              />
            </Box>
          ))}
        </Box>
      )}
      {some && (
        <Box mt="sm" data-screen-only>
          <ArchiveButton ids={[application.id]} />
        </Box>
      )}
    </DetailSection>
  )
}

/** The heading that the hint of a refused stage leads to. */
export const DOCUMENTS = 'application-documents'

interface DocumentRowProps {
  application: VisaApplicationRecord
  document: UploadedDocument
  state: DocumentState
  replaceable: boolean
  onView: () => void
}

function DocumentRow({ application, document, state, replaceable, onView }: DocumentRowProps) {
  const t = useTranslations('applicationDetail')
  const [replacing, setReplacing] = useState(false)
  const open = replaceable && replacing
  return (
    <Group gap="sm">
      <FileThumbnail file={document} />
      <About document={document} state={state} replaceable={replaceable} />
      <DocumentButtons document={document} viewId={viewIdOf(document.slot)} onView={onView} />
      {replaceable && (
        <DocumentButton
          label={t(open ? 'keep' : 'replace', { name: document.title })}
          Icon={open ? IconX : IconReplace}
          expanded={open}
          onClick={() => setReplacing(!open)}
        />
      )}
      {open && <Replacement application={application} document={document} onDone={() => setReplacing(false)} />}
    </Group>
  )
}

function About({ document, state, replaceable }: Pick<DocumentRowProps, 'document' | 'state' | 'replaceable'>) {
  const { title, original, size, created_at, lost } = document
  const t = useTranslations('applicationDetail')
  const inWords = useFileSize()
  return (
    <Text component="div" size="sm" lh="row" flex="1 1 8rem" miw={0}>
      <Flex wrap="wrap" align="center" columnGap="xs">
        <Text inherit fw={500}>
          {title}
        </Text>
        <StateTag is={state.is} />
      </Flex>
      <Flex fz="note" c="dimmed" columnGap="xs" wrap={{ base: 'wrap', sm: 'nowrap' }}>
        <Text component="bdi" inherit truncate miw={0} title={original}>
          {original}
        </Text>
        <Box component="span" flex="none">
          {inWords(size)} · {t.rich('received', { when: () => <DubaiMoment value={created_at} /> })}
        </Box>
      </Flex>
      {state.is === 'to_replace' && (
        <Text inherit component="bdi" display="block" fz="note" c="var(--red-text)">
          {state.reason}
        </Text>
      )}
      {lost && <LostNote replaceable={replaceable} />}
    </Text>
  )
}

/** What is received says so with its time. */
function StateTag({ is }: Pick<DocumentState, 'is'>) {
  const t = useTranslations('applicationDetail')
  if (is === 'received') return null
  const [hue, StateIcon] = is === 'accepted' ? (['green', IconCheck] as const) : (['red', IconReplace] as const)
  return (
    <Tag hue={hue} quiet={is === 'accepted'} icon={<StateIcon size={15} stroke={2} />}>
      {t(is)}
    </Tag>
  )
}

function Replacement({ application, document, onDone }: Pick<DocumentRowProps, 'application' | 'document'> & { onDone: () => void }) {
  const t = useTranslations('applicationDetail')
  const { uploaded, handIn } = useHandIn(application, document.slot)
  return (
    <Box flex="1 0 100%" miw={0} pt="2xs" pb="xs">
      <FileField
        label={t('replacement', { name: document.title })}
        value={uploaded}
        toasts="stores"
        onChange={(file) => file && void handIn(file).then((stored) => stored && onDone())}
        actions={() => null}
      />
    </Box>
  )
}
