import { Box, Button, Flex, Skeleton, Text } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import clsx from 'clsx'
import { endOtherSessions, endSession, listSessions, type SessionEntry } from 'contract'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../api/useAction.ts'
import { useLoad } from '../api/useLoad.ts'
import { confirm } from '../feedback/confirm.ts'
import { Muted } from '../ui/Muted.tsx'
import rows from '../ui/Rows.module.css'
import { RelativeTime } from '../ui/signs/DubaiDate.tsx'
import { Tag } from '../ui/signs/Tag.tsx'
import { LoadError } from '../ui/states/LoadError.tsx'
import classes from './AccountScreen.module.css'
import { Section } from './Section.tsx'

const PHONES = ['iPhone', 'iPad', 'Android']

/** The sessions of the user, with buttons to end them. */
export function SessionsSection() {
  const t = useTranslations('account.sessions')
  const ui = useTranslations('ui')
  const sessions = useLoad(listSessions, {})
  const list = useRef<HTMLUListElement>(null)
  // The focused button is about to be removed.
  const toList = () => list.current?.focus()
  const others = sessions.data?.filter(({ current }) => !current) ?? []
  return (
    <Section name="sessions">
      {!sessions.data &&
        (sessions.isError ? (
          <LoadError text={t('failed')} refusal={sessions.error} onRetry={() => void sessions.refetch()} />
        ) : (
          <div role="status" aria-label={ui('loading')}>
            <Skeleton height={44} mb="sm" />
            <Skeleton height={44} />
          </div>
        ))}
      {sessions.data && (
        <Box component="ul" mb="md" ref={list} tabIndex={-1} className={clsx(rows.lines, classes.sessions)}>
          {sessions.data.map((session) => (
            <Session key={session.id} session={session} onEnd={toList} />
          ))}
        </Box>
      )}
      {others.length > 0 && <EndOthers count={others.length} onEnd={toList} />}
    </Section>
  )
}

function useDeviceName({ browser, system }: SessionEntry): string {
  const t = useTranslations('account.sessions')
  return t('device', { browser: browser ?? t('unknownBrowser'), system: system ?? t('unknownSystem') })
}

function Session({ session, onEnd }: { session: SessionEntry; onEnd: () => void }) {
  const t = useTranslations('account.sessions')
  const device = useDeviceName(session)
  const { run, busy } = useAction(endSession, { onDone: onEnd })
  return (
    <Flex component="li" wrap="wrap" align="center" justify="space-between" rowGap="xs" columnGap="md">
      <div>
        <Text span size="sm" lh="inherit" className={classes.device ?? ''}>
          {device}
          {session.current && (
            <Tag
              hue="green"
              icon={PHONES.includes(session.system ?? '') ? <IconDeviceMobile size={15} /> : <IconDeviceDesktop size={15} />}
            >
              {t('current')}
            </Tag>
          )}
        </Text>
        <Muted component="span">
          {t.rich('since', { time: () => <RelativeTime value={session.created_at} /> })}
          {' · '}
          {t.rich('lastSeen', { time: () => <RelativeTime value={session.last_seen_at} /> })}
        </Muted>
      </div>
      {!session.current && (
        <Button
          variant="default"
          size="compact-sm"
          disabled={busy}
          aria-label={t('endNamed', { device })}
          onClick={() => void run({ params: { id: session.id } })}
        >
          {t('end')}
        </Button>
      )}
    </Flex>
  )
}

function EndOthers({ count, onEnd }: { count: number; onEnd: () => void }) {
  const t = useTranslations('account.sessions')
  const { run, busy } = useAction(endOtherSessions, { onDone: onEnd })
  const ask = async () => {
    const agreed = await confirm({ title: t('endOthersTitle'), body: t('endOthersBody', { count }), action: t('endOthers') })
    if (agreed) await run({})
  }
  return (
    <Button variant="default" disabled={busy} onClick={() => void ask()}>
      {t('endOthers')}
    </Button>
  )
}
