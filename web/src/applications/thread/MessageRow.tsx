import { Anchor, Flex, Group, Text } from '@mantine/core'
import { IconChecks, IconPaperclip } from '@tabler/icons-react'
import clsx from 'clsx'
import { type DocumentInfo, ERASED, type Message } from 'contract'
import { useTranslations } from 'use-intl'
import { LostNote } from '../../ui/files/LostNote.tsx'
import { useFileSize } from '../../ui/files/useFileSize.ts'
import { Muted } from '../../ui/Muted.tsx'
import { RelativeTime } from '../../ui/signs/DubaiDate.tsx'
import classes from './Thread.module.css'

interface MessageRowProps {
  message: Message
  company: string
  /** Shows the file with this id. */
  onView: (id: string) => void
}

/** One message. Its text stays text: no link and no markup in it does anything. */
export function MessageRow({ message, company, onView }: MessageRowProps) {
  const t = useTranslations('thread')
  const { author_name, own, side, text, documents, created_at, read, seen } = message
  const name = author_name === ERASED ? t('erased') : author_name
  return (
    <li className={clsx(classes.message, own && classes.own)}>
      <Flex wrap="wrap" rowGap="2xs" columnGap="xs" justify="space-between" align="baseline">
        <Text component="span" size="sm" fw={500}>
          <bdi>{own ? t('you') : name}</bdi>
          <Muted component="span"> · {side === 'provider' ? t('provider') : <bdi>{company}</bdi>}</Muted>
        </Text>
        <Muted component="span">
          {!read && <span className={classes.new}>{t('new')}</span>}
          <RelativeTime value={created_at} />
        </Muted>
      </Flex>
      {text === null && <Muted>{t('erasedText')}</Muted>}
      {text && (
        <Text size="sm" dir="auto" className={classes.text ?? ''}>
          {text}
        </Text>
      )}
      {documents.map((file) => (
        <FileLink key={file.id} file={file} onView={() => onView(file.id)} />
      ))}
      {own && seen && (
        <Muted component="p" m={0} className={classes.seen ?? ''}>
          <IconChecks size={15} aria-hidden />
          {t('seen')}
        </Muted>
      )}
    </li>
  )
}

function FileLink({ file, onView }: { file: DocumentInfo; onView: () => void }) {
  const t = useTranslations('thread')
  const size = useFileSize()
  if (file.lost)
    return (
      <Group gap="xs" fz="sm">
        <bdi>{file.name}</bdi>
        <LostNote />
      </Group>
    )
  return (
    <Group gap="xs" wrap="nowrap" fz="sm">
      <IconPaperclip size={16} stroke={1.6} className={classes.icon ?? ''} aria-hidden />
      <Anchor
        component="button"
        type="button"
        size="sm"
        className={classes.file ?? ''}
        aria-label={t('view', { name: file.name })}
        onClick={onView}
      >
        <bdi>{file.name}</bdi>
      </Anchor>
      <Muted component="span" style={{ whiteSpace: 'nowrap' }}>
        {size(file.size)}
      </Muted>
    </Group>
  )
}
