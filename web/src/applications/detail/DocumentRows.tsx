import { ActionIcon } from '@mantine/core'
import { IconDownload, IconEye, IconReplace, IconX, type Icon as TablerIcon } from '@tabler/icons-react'
import type { VisaApplicationRecord } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FileField } from '../../ui/files/FileField.tsx'
import { FileThumbnail } from '../../ui/files/FileThumbnail.tsx'
import { useDownload } from '../../ui/files/useDownload.ts'
import { useFileSize } from '../../ui/files/useFileSize.ts'
import { DubaiDate } from '../../ui/signs/DubaiDate.tsx'
import facts from './ApplicationFacts.module.css'
import classes from './DocumentRows.module.css'
import type { UploadedDocument } from './detail.ts'
import { useHandIn, useMayHandIn, viewIdOf } from './useHandIn.ts'

interface DocumentRowsProps {
  application: VisaApplicationRecord
  documents: readonly UploadedDocument[]
  onView: (id: string) => void
}

/** The uploaded documents, each to be looked at, downloaded and, while the application is active, replaced. */
export function DocumentRows({ application, documents, onView }: DocumentRowsProps) {
  const t = useTranslations('applicationDetail')
  const mayHandIn = useMayHandIn(application)
  return (
    <section className={facts.group} aria-labelledby={DOCUMENTS}>
      <h2 id={DOCUMENTS} tabIndex={-1} className={facts.title}>
        {t('documents')}
      </h2>
      {documents.length === 0 ? (
        <p className={classes.none}>{t('noDocuments')}</p>
      ) : (
        <ul className={classes.rows}>
          {documents.map((document) => (
            <li key={document.slot} className={classes.row}>
              <DocumentRow application={application} document={document} replaceable={mayHandIn} onView={() => onView(document.id)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Where the hint of a refused stage leads. */
export const DOCUMENTS = 'application-documents'

interface DocumentRowProps {
  application: VisaApplicationRecord
  document: UploadedDocument
  replaceable: boolean
  onView: () => void
}

function DocumentRow({ application, document, replaceable, onView }: DocumentRowProps) {
  const t = useTranslations('applicationDetail')
  const download = useDownload()
  const [replacing, setReplacing] = useState(false)
  const named = { name: document.title }
  const open = replaceable && replacing
  return (
    <>
      <FileThumbnail file={document} />
      <About document={document} />
      <Sign id={viewIdOf(document.slot)} label={t('view', named)} Icon={IconEye} onClick={onView} />
      <Sign label={t('download', named)} Icon={IconDownload} onClick={() => void download(document.id, document.file_name)} />
      {replaceable && (
        <Sign
          label={t(open ? 'keep' : 'replace', named)}
          Icon={open ? IconX : IconReplace}
          expanded={open}
          onClick={() => setReplacing(!open)}
        />
      )}
      {open && <Replacement application={application} document={document} onDone={() => setReplacing(false)} />}
    </>
  )
}

function About({ document: { title, original, size, created_at } }: { document: UploadedDocument }) {
  const inWords = useFileSize()
  return (
    <div className={classes.about}>
      <span className={classes.name}>{title}</span>
      <span className={classes.file}>
        <bdi className={classes.original} title={original}>
          {original}
        </bdi>
        <span className={classes.size}>
          {inWords(size)} · <DubaiDate value={created_at} />
        </span>
      </span>
    </div>
  )
}

function Replacement({ application, document, onDone }: Pick<DocumentRowProps, 'application' | 'document'> & { onDone: () => void }) {
  const t = useTranslations('applicationDetail')
  const { uploaded, handIn } = useHandIn(application, document.slot)
  return (
    <div className={classes.replacement}>
      <FileField
        label={t('replacement', { name: document.title })}
        value={uploaded}
        onChange={(file) => file && void handIn(file).then((stored) => stored && onDone())}
        actions={() => null}
      />
    </div>
  )
}

interface SignProps {
  id?: string
  label: string
  Icon: TablerIcon
  expanded?: boolean
  onClick: () => void
}

const Sign = ({ id, label, Icon, expanded, onClick }: SignProps) => (
  <ActionIcon
    {...(id ? { id } : {})}
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
