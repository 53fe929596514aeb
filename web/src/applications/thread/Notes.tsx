import { Button, Skeleton, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { addNote, ERASED, type InternalNote, listNotes } from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/useAction.ts'
import { useLoadPages } from '../../api/useLoad.ts'
import { useUnsavedGuard } from '../../feedback/unsaved.ts'
import { Card } from '../../ui/Card.tsx'
import { LongText } from '../../ui/forms/LongText.tsx'
import { SubmitButton } from '../../ui/forms/SubmitButton.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { RelativeTime } from '../../ui/signs/DubaiDate.tsx'
import { LoadError } from '../../ui/states/LoadError.tsx'
import classes from './Thread.module.css'

const PAGE = 5

/** Notes of the administrators for themselves, on a ground of their own so that nobody takes them for messages. */
export function Notes({ id }: { id: string }) {
  const t = useTranslations('notes')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useLoadPages(listNotes, {
    params: { id },
    query: { limit: PAGE },
  })
  return (
    <Card component="section" p="ml" className={classes.notes ?? ''} aria-labelledby="notes-title">
      <SectionTitle id="notes-title" className={classes.notesTitle ?? ''}>
        <IconLock size={17} stroke={1.6} aria-hidden />
        {t('title')}
      </SectionTitle>
      <Muted lh="row" mb="md">
        {t('about')}
      </Muted>
      {!data && (error ? <LoadError text={t('failed')} refusal={error} onRetry={() => void refetch()} /> : <Skeleton height={72} />)}
      {data && <NoteForm key={id} id={id} />}
      {data && data.items.length > 0 && (
        <ol className={classes.messages}>
          {data.items.map((note) => (
            <Note key={note.id} note={note} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button variant="subtle" size="compact-sm" mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('earlier')}
        </Button>
      )}
    </Card>
  )
}

function Note({ note: { author_name, text, created_at } }: { note: InternalNote }) {
  const t = useTranslations('thread')
  return (
    <li className={classes.note}>
      <Muted component="p" m={0}>
        <bdi>{author_name === ERASED ? t('erased') : author_name}</bdi> · <RelativeTime value={created_at} />
      </Muted>
      <Text size="sm" dir="auto" className={classes.text ?? ''}>
        {text ?? t('erasedText')}
      </Text>
    </li>
  )
}

function NoteForm({ id }: { id: string }) {
  const t = useTranslations('notes')
  const [text, setText] = useState('')
  const empty = text.trim() === ''
  const letGo = useUnsavedGuard(!empty)
  const { run, busy } = useAction(addNote, {
    onDone: () => {
      letGo()
      setText('')
    },
  })
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!empty) void run({ params: { id }, body: { text } })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <LongText
        label={t('label')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onSend={submit}
        minRows={1}
        dir="auto"
      />
      {!empty && (
        <SubmitButton variant="default" loading={busy} style={{ alignSelf: 'flex-end' }}>
          {t('save')}
        </SubmitButton>
      )}
    </form>
  )
}
