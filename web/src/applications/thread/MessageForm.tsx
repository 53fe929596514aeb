import { Button, CloseButton, Group } from '@mantine/core'
import { IconPaperclip, IconSend } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { type DocumentInfo, MAX_MESSAGE_DOCUMENTS, sendMessage } from 'contract'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/useAction.ts'
import { useUnsavedGuard } from '../../feedback/unsaved.ts'
import { MESSAGE } from '../../ui/anchors.ts'
import { FileField } from '../../ui/files/FileField.tsx'
import { FileThumbnail } from '../../ui/files/FileThumbnail.tsx'
import { LongText } from '../../ui/forms/LongText.tsx'
import { SubmitButton } from '../../ui/forms/SubmitButton.tsx'
import { Muted } from '../../ui/Muted.tsx'
import classes from './Thread.module.css'

/** Writes a message with files; what was typed stays until it is sent. */
export function MessageForm({ id }: { id: string }) {
  const t = useTranslations('thread')
  const [text, setText] = useState('')
  const isMeant = useLocation({ select: ({ hash }) => hash === MESSAGE })
  useEffect(() => {
    if (isMeant) document.getElementById(MESSAGE)?.focus()
  }, [isMeant])
  const [files, setFiles] = useState<DocumentInfo[]>([])
  const [attaching, setAttaching] = useState(false)
  const [uploading, setUploading] = useState(false)
  const empty = text.trim() === '' && files.length === 0
  const letGo = useUnsavedGuard(!empty)
  const { run, busy, refusal } = useAction(sendMessage, {
    answers: ({ status }) => status === 422 || status === 429,
    onDone: () => {
      letGo()
      setText('')
      setFiles([])
      setAttaching(false)
    },
  })
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!empty && !uploading) void run({ params: { id }, body: { text, documents: files.map(({ url }) => url) } })
  }
  const full = files.length >= MAX_MESSAGE_DOCUMENTS
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <LongText
        id={MESSAGE}
        label={t('label')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onSend={submit}
        dir="auto"
        error={refusal?.detail}
      />
      {files.map((file) => (
        <Attached key={file.id} file={file} onRemove={() => setFiles(files.filter((each) => each !== file))} />
      ))}
      {attaching && !full && (
        <FileField
          label={t('file')}
          value={undefined}
          onChange={(file) => file && setFiles((before) => [...before, file])}
          onBusyChange={setUploading}
        />
      )}
      {full && <Muted>{t('full', { count: MAX_MESSAGE_DOCUMENTS })}</Muted>}
      <Group justify="space-between" gap="xs">
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconPaperclip size={16} stroke={1.6} />}
          aria-expanded={attaching}
          disabled={full}
          onClick={() => setAttaching(!attaching)}
        >
          {t('attach')}
        </Button>
        <SubmitButton leftSection={<IconSend size={16} stroke={1.6} data-flip />} loading={busy} disabled={empty || uploading}>
          {t('send')}
        </SubmitButton>
      </Group>
    </form>
  )
}

function Attached({ file, onRemove }: { file: DocumentInfo; onRemove: () => void }) {
  const t = useTranslations('thread')
  return (
    <Group gap="sm" wrap="nowrap">
      <FileThumbnail file={file} />
      <bdi className={classes.attached}>{file.name}</bdi>
      <CloseButton aria-label={t('remove', { name: file.name })} onClick={onRemove} />
    </Group>
  )
}
