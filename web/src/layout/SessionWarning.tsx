import { Button, Group, Modal, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Refusal } from '../api/refusal.ts'
import { askSessionTimes, type SessionEnd } from '../session/sessionTimes.ts'

/** Appears two minutes before an unused session ends, with a button to keep it (WCAG 2.2.1). */
export function SessionWarning({ end }: { end: SessionEnd | undefined }) {
  const t = useTranslations('sessionEnd')
  const [seen, setSeen] = useState<number>()
  const { stay, busy, failed } = useStay()
  const close = end?.can_stay ? stay : () => setSeen(end?.at)
  return (
    <Modal
      opened={end !== undefined && end.at !== seen}
      onClose={close}
      withCloseButton={false}
      closeOnClickOutside={false}
      zIndex={340}
      title={t('soonTitle')}
    >
      {end && <Warning end={end} />}
      {failed && (
        <Text size="sm" lh="inherit" mb="md" textWrap="pretty" role="alert">
          {t('stayFailed')}
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus disabled={busy} onClick={close}>
          {t(end?.can_stay === false ? 'understood' : 'stay')}
        </Button>
      </Group>
    </Modal>
  )
}

function Warning({ end }: { end: SessionEnd }) {
  const t = useTranslations('sessionEnd')
  return (
    <Text size="sm" lh="inherit" mb="md" textWrap="pretty">
      {t.rich(end.can_stay ? 'soonText' : 'lastText', { left: () => <TimeLeft until={end.at} /> })}
    </Text>
  )
}

function useStay() {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const ask = async () => {
    setBusy(true)
    setFailed(false)
    try {
      await askSessionTimes({ background: false })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  return { stay: () => void ask(), busy, failed }
}

/** The countdown is hidden from screen readers, which would announce every second. */
function TimeLeft({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 1_000)
    return () => window.clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.round((until - now) / 1_000))
  return (
    <Text span inherit fw={600} role="timer" style={{ whiteSpace: 'nowrap' }}>
      {`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}
    </Text>
  )
}
