import { Anchor, Text } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { type Employee, MAX_CASES, type PersonOfRecord } from 'contract'
import { useTranslations } from 'use-intl'
import { Muted } from '../ui/Muted.tsx'
import rows from '../ui/Rows.module.css'
import { SectionTitle } from '../ui/SectionTitle.tsx'
import { DubaiDate } from '../ui/signs/DubaiDate.tsx'
import { StageSign } from '../ui/signs/StageSign.tsx'
import { useListKeys } from '../ui/useListKeys.ts'
import classes from './PersonScreen.module.css'

type Case = PersonOfRecord['applications'][number]

/** All cases of the person, the newest first (S12). */
export function PersonCases({ cases, employee }: { cases: readonly Case[]; employee: Employee }) {
  const t = useTranslations('employees.person')
  const router = useRouter()
  useListKeys({ onOpen: (id) => void router.navigate({ to: '/applications/$id', params: { id } }) })
  return (
    <section aria-labelledby="person-cases">
      <SectionTitle id="person-cases" mb="xs">
        {t('cases')}
      </SectionTitle>
      {cases.length === 0 && <Muted>{t('noCases')}</Muted>}
      <ul className={rows.lines} aria-labelledby="person-cases">
        {cases.map((each) => (
          <li key={each.id} data-row={each.id} tabIndex={-1}>
            <CaseLink of={each} />
          </li>
        ))}
      </ul>
      {cases.length === MAX_CASES && (
        <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/applications" search={{ q: employee.passport_number }} />}>
          {t('allCases')}
        </Anchor>
      )}
    </section>
  )
}

function CaseLink({ of }: { of: Case }) {
  const t = useTranslations('employees.person')
  const words = useTranslations('enums')
  return (
    <Link to="/applications/$id" params={{ id: of.id }} className={classes.case} data-press>
      <span>
        <Text span inherit fw={600} className={classes.kind}>
          {t(`kinds.${of.application_type}`)}
        </Text>
        <Muted lh="row">
          {words(`visaType.${of.visa_type}`)} · <DubaiDate value={of.submitted_at} />
          {of.expiry_date && (
            <>
              {' · '}
              {t.rich('visaUntil', { date: () => <DubaiDate value={of.expiry_date ?? ''} /> })}
            </>
          )}
        </Muted>
      </span>
      <StageSign application={of} />
    </Link>
  )
}
