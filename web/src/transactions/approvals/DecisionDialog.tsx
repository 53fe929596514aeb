import { Button, Text } from '@mantine/core'
import { formatAed, type Transaction } from 'contract'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUnsavedGuard } from '../../feedback/unsaved.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import { FormButtons } from '../../ui/forms/FormButtons.tsx'
import { FormDialog } from '../../ui/forms/FormDialog.tsx'
import { LongText } from '../../ui/forms/LongText.tsx'
import { SubmitButton } from '../../ui/forms/SubmitButton.tsx'
import { ApprovalOutlook } from './ApprovalOutlook.tsx'
import { TopupWarnings } from './TopupFlags.tsx'
import { type Decision, useDecision } from './useDecision.ts'
import { useFreshPending } from './usePendingTopups.ts'

const WORDS = { approve: 'approval', reject: 'rejection' } as const

interface DecisionDialogProps {
  decision: Decision
  /** The top-up to decide on; undefined closes the dialog. */
  topup: Transaction | undefined
  onClose: () => void
  /** Called once it is decided, also by somebody else. */
  onDecided: () => void
}

/** Asks before a top-up is approved or rejected, and names what follows from it. */
export function DecisionDialog({ decision, topup, onClose, onDecided }: DecisionDialogProps) {
  const t = useTranslations(`approvals.${WORDS[decision]}`)
  const title = topup && t('title', { amount: formatAed(topup.amount), company: topup.company_name })
  return (
    <FormDialog opened={topup !== undefined} onClose={onClose} title={title}>
      {(leave) => topup && <DecisionForm key={topup.id} {...{ decision, topup, onDecided }} onLeave={leave} />}
    </FormDialog>
  )
}

interface DecisionFormProps extends Pick<DecisionDialogProps, 'decision' | 'onDecided'> {
  topup: Transaction
  onLeave: () => void
}

function DecisionForm({ decision, topup, onDecided, onLeave }: DecisionFormProps) {
  const t = useTranslations('approvals')
  const words = useTranslations(`approvals.${WORDS[decision]}`)
  const [notes, setNotes] = useState('')
  const letGo = useUnsavedGuard(notes.trim() !== '')
  const { decide, busy } = useDecision(decision, topup, () => {
    letGo()
    onDecided()
  })
  useEffect(useFreshPending(), [])
  const approves = decision === 'approve'
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        decide(notes)
      }}
    >
      <Text size="sm" lh="prose">
        {words('lead')}
      </Text>
      {approves && (
        <>
          <TopupWarnings topup={topup} />
          <Facts>
            <ApprovalOutlook topup={topup} />
          </Facts>
        </>
      )}
      <LongText
        label={t('notes')}
        description={words('hint')}
        data-autofocus={!approves || undefined}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
      <FormButtons>
        <Button variant="default" onClick={onLeave}>
          {t('cancel')}
        </Button>
        <SubmitButton data-autofocus={approves || undefined} disabled={busy} {...(approves ? {} : { color: 'red' })}>
          {busy ? words('busy') : words('submit', { amount: formatAed(topup.amount) })}
        </SubmitButton>
      </FormButtons>
    </Form>
  )
}
