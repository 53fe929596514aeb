import { Anchor, Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Paper, type PaperRecord, type Tagged, updatePaper } from 'contract'
import { useTranslations } from 'use-intl'
import { useUser } from '../../session/session.ts'
import { ButtonRow } from '../../ui/ButtonRow.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { DubaiDate } from '../../ui/signs/DubaiDate.tsx'
import { EarlierPapers } from './EarlierPapers.tsx'
import type { Mode } from './PaperDrawer.tsx'
import { PaperEnd } from './PaperEnd.tsx'
import { PaperFile } from './PaperFile.tsx'

interface PaperViewProps {
  paper: Tagged<PaperRecord>
  onMode: (mode: Mode) => void
  onShow: (id: string) => void
}

export function PaperView({ paper, onMode, onShow }: PaperViewProps) {
  const t = useTranslations('papers.drawer')
  const { role } = useUser()
  const changeable = paper.state === 'held' && updatePaper.access.some((allowed) => allowed === role)
  return (
    <Stack gap="lg">
      {paper.state !== 'held' && <NoLonger paper={paper} onShow={onShow} />}
      <PaperFacts paper={paper} />
      <PaperFile paper={paper} changeable={changeable} />
      {changeable && (
        <ButtonRow>
          <Button data-autofocus onClick={() => onMode('renew')}>
            {t('renew')}
          </Button>
          <Button variant="default" onClick={() => onMode('correct')}>
            {t('correct')}
          </Button>
          {/* The employee record needs a passport. */}
          {paper.kind !== 'passport' && (
            <Button variant="default" onClick={() => onMode('withdraw')}>
              {t('withdraw')}
            </Button>
          )}
        </ButtonRow>
      )}
      <EarlierPapers paper={paper} onShow={onShow} />
    </Stack>
  )
}

function NoLonger({ paper: { state, renewed_by_id, withdrawn_reason }, onShow }: Pick<PaperViewProps, 'paper' | 'onShow'>) {
  const t = useTranslations('papers.drawer')
  return (
    <div>
      <Text size="sm" fw={600}>
        {t(state === 'renewed' ? 'renewed' : 'withdrawn')}
      </Text>
      {withdrawn_reason && (
        <Text size="sm">
          <bdi>{withdrawn_reason}</bdi>
        </Text>
      )}
      {renewed_by_id && (
        <Anchor component="button" type="button" size="sm" onClick={() => onShow(renewed_by_id)}>
          {t('openLater')}
        </Anchor>
      )}
    </div>
  )
}

function PaperFacts({ paper }: { paper: Paper }) {
  const t = useTranslations('papers.drawer')
  const labels = useTranslations('history.fields')
  const none = useTranslations('ui')('notGiven')
  const { role } = useUser()
  const { employee_id, employee_name, company_name, number, issuer, issued_on, expires_on, note, application_id } = paper
  return (
    <Facts>
      <Fact name={labels('number')}>
        <bdi>{number ?? none}</bdi>
      </Fact>
      <Fact name={labels('expires_on')}>
        {expires_on && (
          <>
            <DubaiDate value={expires_on} />
            <br />
          </>
        )}
        <PaperEnd paper={paper} />
      </Fact>
      {issued_on && (
        <Fact name={labels('issued_on')}>
          <DubaiDate value={issued_on} />
        </Fact>
      )}
      {issuer && (
        <Fact name={labels('issuer')}>
          <bdi>{issuer}</bdi>
        </Fact>
      )}
      {employee_id && role !== 'employee' && (
        <Fact name={t('person')}>
          <Anchor inherit renderRoot={(props) => <Link {...props} to="/employees/$id" params={{ id: employee_id }} />}>
            <bdi>{employee_name}</bdi>
          </Anchor>
        </Fact>
      )}
      {role === 'admin' && (
        <Fact name={t('company')}>
          <bdi>{company_name}</bdi>
        </Fact>
      )}
      {application_id && (
        <Fact name={t('case')}>
          <Anchor inherit renderRoot={(props) => <Link {...props} to="/applications/$id" params={{ id: application_id }} />}>
            {t('openCase')}
          </Anchor>
        </Fact>
      )}
      {note && (
        <Fact name={labels('note')} wide>
          <bdi>{note}</bdi>
        </Fact>
      )}
    </Facts>
  )
}
