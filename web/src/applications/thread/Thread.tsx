import { Button, Skeleton } from '@mantine/core'
import { listMessages, type Message, type VisaApplicationRecord } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoadPages } from '../../api/useLoad.ts'
import { useUser } from '../../session/session.ts'
import { Card } from '../../ui/Card.tsx'
import { DocumentPreview } from '../../ui/files/DocumentPreview.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { LoadError } from '../../ui/states/LoadError.tsx'
import { useUrlState } from '../../ui/useUrlState.ts'
import { MessageForm } from './MessageForm.tsx'
import { MessageRow } from './MessageRow.tsx'
import { Notes } from './Notes.tsx'
import classes from './Thread.module.css'
import { useReadMark } from './useReadMark.ts'

const PAGE = 10

/** What company and administrators write to each other about an application; the person it is about does not see it. */
export function Thread({ application }: { application: VisaApplicationRecord }) {
  const { role } = useUser()
  if (role === 'employee') return null
  return (
    <div className={classes.thread} data-screen-only>
      <Messages application={application} />
      {role === 'admin' && <Notes id={application.id} />}
    </div>
  )
}

function Messages({ application }: { application: VisaApplicationRecord }) {
  const t = useTranslations('thread')
  const { data, error, refetch, ...pages } = useLoadPages(listMessages, { params: { id: application.id }, query: { limit: PAGE } })
  return (
    <Card component="section" p="ml" aria-labelledby="thread-title">
      <SectionTitle id="thread-title">{t('title')}</SectionTitle>
      <Muted lh="row" mb="md">
        {t('about', { company: application.company_name, person: application.employee_name })}
      </Muted>
      {data && <MessageList application={application} messages={data.items} pages={pages} />}
      {!data && (error ? <LoadError text={t('failed')} refusal={error} onRetry={() => void refetch()} /> : <Skeleton height={96} />)}
      {data && <MessageForm key={application.id} id={application.id} />}
    </Card>
  )
}

interface MessageListProps {
  application: VisaApplicationRecord
  messages: readonly Message[]
  pages: Pick<ReturnType<typeof useLoadPages<typeof listMessages>>, 'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage'>
}

/** Oldest first, as one reads them; the call answers the newest first. */
function MessageList({ application, messages, pages }: MessageListProps) {
  const t = useTranslations('thread')
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = pages
  const end = useReadMark(application.id, messages)
  const [shown, show] = useUrlState('file')
  const kept = messages.flatMap(({ documents }) => documents).filter(({ lost }) => !lost)
  const files = kept.map((file) => ({ ...file, title: file.name, file_name: file.name }))
  const index = files.findIndex(({ id }) => id === shown)
  if (messages.length === 0) return <Muted mb="md">{t('none')}</Muted>
  return (
    <>
      {hasNextPage && (
        <Button variant="subtle" size="compact-sm" mb="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('earlier')}
        </Button>
      )}
      <ol className={classes.messages} aria-labelledby="thread-title" aria-live="polite">
        {messages.toReversed().map((message) => (
          <MessageRow key={message.id} message={message} company={application.company_name} onView={show} />
        ))}
      </ol>
      <div ref={end} />
      <DocumentPreview
        documents={files}
        index={index < 0 ? undefined : index}
        onIndexChange={(next) => show(files[next]?.id ?? '')}
        onClose={() => show('')}
      />
    </>
  )
}
