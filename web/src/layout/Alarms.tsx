import { Box, Flex, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Settings } from 'contract'
import { type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { loadSettings, settingsNow, useKeptSettings } from '../session/settings.ts'
import { absolute } from '../ui/signs/dates.ts'

const STALE_AFTER_MS = 60_000
const POLL_MS = 5 * 60_000

/** Shows above every screen of an admin that an invariant of the ledger (T44) or a seal of the journal (T62) is broken; above the dashboard, what rules wait for. */
export function Alarms({ isHome }: { isHome: boolean }) {
  const data = useKeptSettings()?.settings
  useEffect(() => {
    const ask = () => {
      const fresh = Date.now() - (settingsNow()?.at ?? 0) < STALE_AFTER_MS
      if (document.visibilityState === 'visible' && !fresh) loadSettings({ background: true }).catch(() => undefined)
    }
    const timer = window.setInterval(ask, POLL_MS)
    document.addEventListener('visibilitychange', ask)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [])
  const broken = data?.broken_invariants ?? []
  return (
    <>
      {broken.length > 0 && <MoneyAlarm broken={broken} />}
      {data?.broken_seal && <JournalAlarm {...data.broken_seal} />}
      {isHome && data?.unconfirmed_rules && <RulesWait count={data.unconfirmed_rules} />}
    </>
  )
}

function MoneyAlarm({ broken }: { broken: string[] }) {
  const t = useTranslations('moneyAlarm')
  return (
    <Alarm title={t('title')} text={t('text')}>
      <Box component="ul" m={0} ps="ml">
        {broken.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </Box>
    </Alarm>
  )
}

function JournalAlarm({ after, until }: NonNullable<Settings['broken_seal']>) {
  const t = useTranslations('journalAlarm')
  const to = absolute(until)
  return <Alarm title={t('title')} text={after ? t('between', { from: absolute(after), to }) : t('until', { to })} />
}

function RulesWait({ count }: { count: number }) {
  const t = useTranslations('rulesAlarm')
  return (
    <Text px={{ base: 'md', sm: 'xl' }} py="xs" fz="note" c="var(--amber-text)" bg="var(--amber-ground)" data-screen-only>
      <Link to="/rules" search={{ show: 'unconfirmed' }} data-reach>
        {t('title', { count })}
      </Link>{' '}
      {t('text')}
    </Text>
  )
}

const Alarm = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <Flex
    role="alert"
    gap="sm"
    px={{ base: 'md', sm: 'xl' }}
    py="0.875rem"
    fz="sm"
    lh="prose"
    c="var(--red-text)"
    bg="var(--red-ground)"
    style={{ borderBlockEnd: '1px solid' }}
    data-screen-only
  >
    <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
    <div>
      <strong>{title}</strong>
      <Text inherit>{text}</Text>
      {children}
    </div>
  </Flex>
)
