import { Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { confirmEmail } from 'contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../api/useAction.ts'
import { Lead, PublicCard } from '../layout/PublicCard.tsx'
import { PublicPage } from '../layout/PublicPage.tsx'
import { useLinkToken } from '../session/linkToken.ts'
import { useScreen } from '../ui/useScreen.ts'
import { RefusalAlert } from './RefusalAlert.tsx'

const GONE = 410

interface Outcome {
  token: string
  /** Why the link did not work; absent if it did. */
  gone?: string
}

/** Confirms the e-mail of a registration by a mailed link. It needs a press, because mail scanners open links too. */
export function ConfirmEmailScreen() {
  const t = useTranslations('confirmEmail')
  const token = useLinkToken('/confirm-email')
  // If another link is opened over this screen, the outcome of the first no longer counts.
  const [known, setKnown] = useState<Outcome>()
  const outcome = known?.token === token ? known : undefined
  const title = t(titleOf(token, outcome))
  const heading = useScreen(title)
  return (
    <PublicPage width="narrow">
      <PublicCard title={title} heading={heading}>
        {token === undefined && <Said text={t('lost')} />}
        {outcome && <Said text={outcome.gone ?? t('doneText')} />}
        {token !== undefined && !outcome && <Ask key={token} token={token} onOutcome={setKnown} />}
      </PublicCard>
    </PublicPage>
  )
}

function titleOf(token: string | undefined, outcome: Outcome | undefined): 'title' | 'doneTitle' | 'goneTitle' {
  if (token === undefined || outcome?.gone !== undefined) return 'goneTitle'
  return outcome ? 'doneTitle' : 'title'
}

function Ask({ token, onOutcome }: { token: string; onOutcome: (outcome: Outcome) => void }) {
  const t = useTranslations('confirmEmail')
  const { run, busy, refusal } = useAction(confirmEmail, {
    answers: () => true,
    onDone: () => onOutcome({ token }),
    onRefused: ({ status, detail }) => status === GONE && onOutcome({ token, gone: detail }),
  })
  return (
    <>
      <Lead>{t('lead')}</Lead>
      <Stack gap="md">
        {refusal && refusal.status !== GONE && <RefusalAlert text={t('failed')} />}
        <Button size="md" fullWidth disabled={busy} onClick={() => void run({ body: { token } })}>
          {t(busy ? 'busy' : 'submit')}
        </Button>
      </Stack>
    </>
  )
}

/** The outcome. It is announced, because the button that had the focus has gone. */
function Said({ text }: { text: string }) {
  const t = useTranslations('confirmEmail')
  const said = useRef<HTMLParagraphElement>(null)
  useEffect(() => said.current?.focus(), [])
  return (
    <>
      <Lead ref={said} role="status" tabIndex={-1}>
        {text}
      </Lead>
      <Button variant="default" size="md" fullWidth renderRoot={(props) => <Link {...props} to="/customer-login" />}>
        {t('login')}
      </Button>
    </>
  )
}
