import { Button, Group, Text } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { copyMailLink, listWaitingMails, type WaitingMail } from 'contract'
import { useTranslations } from 'use-intl'
import { useAction } from '../api/useAction.ts'
import { useLoadPages } from '../api/useLoad.ts'
import { showDone } from '../feedback/toast.ts'
import { useSettings } from '../session/settings.ts'
import { Listing } from '../ui/Listing.tsx'
import { Muted } from '../ui/Muted.tsx'
import { Page } from '../ui/Page.tsx'
import rows from '../ui/Rows.module.css'
import { RelativeTime } from '../ui/signs/DubaiDate.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { TableSkeleton } from '../ui/states/TableSkeleton.tsx'

const PAGE = 50

/** Mails that nobody has got: where there is no mail server, an administrator hands invitations over. */
export function WaitingMailsScreen() {
  const t = useTranslations('waitingMails')
  const { mails_kept } = useSettings()
  const list = useLoadPages(listWaitingMails, { query: { limit: PAGE } })
  return (
    <Page title={t('title')} subtitle={t(mails_kept ? 'leadKept' : 'lead')} back={{ to: '/users', label: t('back') }}>
      <Listing
        list={list}
        count={(shown) => t('showing', { ...shown })}
        countBelow
        skeleton={<TableSkeleton rows={6} height={56} />}
        failed={t('failed')}
        nothing={<EmptyState title={t('none')} />}
        more={t('more')}
      >
        {(mails) => (
          <ul className={rows.rows} aria-label={t('title')}>
            {mails.map((mail) => (
              <MailRow key={mail.id} mail={mail} />
            ))}
          </ul>
        )}
      </Listing>
    </Page>
  )
}

function MailRow({ mail: { id, kind, reader_name, created_at, has_link } }: { mail: WaitingMail }) {
  const t = useTranslations('waitingMails')
  const { run, busy } = useAction(copyMailLink, {
    onDone: ({ link }) => void navigator.clipboard.writeText(link).then(() => showDone(t('copied', { name: reader_name }))),
  })
  return (
    <Group component="li" justify="space-between" gap="sm" py="sm" px="md">
      <Text component="div" size="sm" lh="row" miw={0} flex="1 1 12rem">
        <Text inherit fw={500}>
          {t(`kinds.${kind}`)}
        </Text>
        <Muted component="span">
          <bdi>{reader_name}</bdi> · <RelativeTime value={created_at} />
        </Muted>
      </Text>
      {has_link && (
        <Button
          variant="default"
          leftSection={<IconCopy size={16} stroke={1.6} />}
          loading={busy}
          aria-label={t('copyNamed', { name: reader_name })}
          onClick={() => void run({ params: { id } })}
        >
          {t('copy')}
        </Button>
      )}
    </Group>
  )
}
