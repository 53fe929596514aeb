import { Button, Group, Select, Text } from '@mantine/core'
import {
  advanceApplications,
  assignApplications,
  type CaseOutcome,
  getWork,
  openStageAt,
  type PressedOn,
  undoAdvance,
  type VisaApplication,
} from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/useAction.ts'
import { useLoad } from '../../api/useLoad.ts'
import { translate } from '../../messages/refusals.ts'
import { Form } from '../../ui/forms/Form.tsx'
import { FormButtons } from '../../ui/forms/FormButtons.tsx'
import { FormDialog } from '../../ui/forms/FormDialog.tsx'
import { SubmitButton } from '../../ui/forms/SubmitButton.tsx'
import { Muted } from '../../ui/Muted.tsx'
import rows from '../../ui/Rows.module.css'

/** What the list shows of each, so that a case that somebody moves meanwhile is left as it is. */
const pressedOn = (cases: readonly VisaApplication[]): Record<string, PressedOn> =>
  Object.fromEntries(cases.map((each) => [each.id, { stage_name: openStageAt(each), status: each.stage_status }]))

/** What is done to which cases; at most 100. */
export interface CaseWork {
  verb: 'advance' | 'assign'
  cases: readonly VisaApplication[]
  /** Something was done to some of them. */
  onDone: () => void
}

interface CaseButtonsProps {
  onBegin: (verb: CaseWork['verb']) => void
}

/** What an administrator can do to several cases at once. */
export function CaseButtons({ onBegin }: CaseButtonsProps) {
  const t = useTranslations('applications.many')
  return (
    <>
      <Button onClick={() => onBegin('advance')}>{t('advance')}</Button>
      <Button variant="default" onClick={() => onBegin('assign')}>
        {t('assign')}
      </Button>
    </>
  )
}

/** Asks before it is done, and says afterwards row by row what became of each, wherever the rows have gone. */
export function CaseDialog({ work, onClose }: { work: CaseWork | undefined; onClose: () => void }) {
  const t = useTranslations('applications.many')
  const Part = work?.verb === 'advance' ? Advance : Assign
  return (
    <FormDialog opened={work !== undefined} onClose={onClose} title={work && t(`${work.verb}Title`, { count: work.cases.length })}>
      {(leave) => work && <Part cases={work.cases} onDone={work.onDone} onLeave={leave} />}
    </FormDialog>
  )
}

type PartProps = Pick<CaseWork, 'cases' | 'onDone'> & { onLeave: () => void }

function Advance({ cases, onDone, onLeave }: PartProps) {
  const t = useTranslations('applications.many')
  const [outcomes, setOutcomes] = useState<readonly CaseOutcome[]>()
  const { run, busy } = useAction(advanceApplications, {
    onDone: (reply) => {
      setOutcomes(reply)
      onDone()
    },
  })
  return (
    <Form
      onSubmit={(event) => {
        event?.preventDefault()
        void run({ body: { application_ids: cases.map(({ id }) => id), pressed_on: pressedOn(cases) } })
      }}
    >
      <Text size="sm" lh="prose">
        {t(outcomes ? 'advanced' : 'advanceText')}
      </Text>
      <Rows cases={cases} outcomes={outcomes} undoable />
      <Buttons done={outcomes !== undefined} busy={busy} verb={t('advance')} onLeave={onLeave} />
    </Form>
  )
}

function Assign({ cases, onDone, onLeave }: PartProps) {
  const t = useTranslations('applications.many')
  const next = useTranslations('applicationDetail.next')
  const [assignee_id, setAssignee] = useState<string | null>(null)
  const [outcomes, setOutcomes] = useState<readonly CaseOutcome[]>()
  const { data } = useLoad(getWork, { params: { id: cases[0]?.id ?? '' } }, { answers: () => true })
  const { run, busy } = useAction(assignApplications, {
    onDone: (reply) => {
      setOutcomes(reply)
      onDone()
    },
  })
  return (
    <Form
      onSubmit={(event) => {
        event?.preventDefault()
        void run({ body: { application_ids: cases.map(({ id }) => id), assignee_id } })
      }}
    >
      {!outcomes && (
        <Select
          label={next('assignee')}
          placeholder={next('nobody')}
          clearable
          data={data?.administrators.map(({ id: value, full_name: label }) => ({ value, label })) ?? []}
          value={assignee_id}
          onChange={setAssignee}
        />
      )}
      <Rows cases={cases} outcomes={outcomes} />
      <Buttons done={outcomes !== undefined} busy={busy} verb={t('assign')} onLeave={onLeave} />
    </Form>
  )
}

interface RowsProps {
  cases: readonly VisaApplication[]
  outcomes: readonly CaseOutcome[] | undefined
  undoable?: boolean
}

function Rows({ cases, outcomes, undoable = false }: RowsProps) {
  const names = useTranslations('enums.stage')
  return (
    <ul className={rows.rows} aria-live="polite">
      {cases.map((each) => {
        const { id, employee_name } = each
        const outcome = outcomes?.find(({ application_id }) => application_id === id)
        return (
          <li key={id}>
            <Group justify="space-between" gap="sm" py="2xs" mih="2.25rem">
              <bdi>{employee_name}</bdi>
              {outcome ? <Outcome outcome={outcome} undoable={undoable} /> : <Muted component="span">{names(openStageAt(each))}</Muted>}
            </Group>
          </li>
        )
      })}
    </ul>
  )
}

function Outcome({ outcome: { application_id, status, detail }, undoable }: { outcome: CaseOutcome; undoable: boolean }) {
  const t = useTranslations('applications.many')
  const [undone, setUndone] = useState(false)
  const { run, busy } = useAction(undoAdvance, { onDone: () => setUndone(true) })
  if (status !== 200)
    return (
      <Text span size="note" c="var(--red-text)">
        {translate(detail ?? '')}
      </Text>
    )
  if (undone) return <Muted component="span">{t('undone')}</Muted>
  return (
    <Group gap="xs">
      <Text span size="note" c="var(--green-text)">
        {t('done')}
      </Text>
      {undoable && (
        <Button size="compact-xs" variant="subtle" disabled={busy} onClick={() => void run({ params: { id: application_id } })}>
          {t('undo')}
        </Button>
      )}
    </Group>
  )
}

function Buttons({ done, busy, verb, onLeave }: { done: boolean; busy: boolean; verb: string; onLeave: () => void }) {
  const t = useTranslations('applications.many')
  return (
    <FormButtons>
      <Button variant="default" onClick={onLeave}>
        {t(done ? 'close' : 'cancel')}
      </Button>
      {!done && <SubmitButton disabled={busy}>{busy ? t('busy') : verb}</SubmitButton>}
    </FormButtons>
  )
}
