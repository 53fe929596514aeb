import { Box, Flex, Text } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Person } from 'contract'
import { useTranslations } from 'use-intl'
import { Muted } from '../ui/Muted.tsx'
import rows from '../ui/Rows.module.css'
import { DubaiDate } from '../ui/signs/DubaiDate.tsx'
import { nationalityName } from '../ui/signs/nationality.ts'
import { StageSign } from '../ui/signs/StageSign.tsx'
import classes from './Rows.module.css'

/** The people of a company, each with their applications. */
export function CompanyPeople({ people }: { people: readonly Person[] }) {
  return (
    <ul className={rows.rows}>
      {people.map((person) => (
        <Box component="li" key={person.applications[0]?.id} px="xs" pt="0.875rem" pb="xs">
          <PersonFacts person={person} />
          <Box component="ul" mt="0.375rem" mx={0} mb={0} p={0} style={{ listStyle: 'none' }}>
            {person.applications.map((application) => (
              <li key={application.id}>
                <OwnApplication application={application} />
              </li>
            ))}
          </Box>
        </Box>
      ))}
    </ul>
  )
}

function PersonFacts({ person }: { person: Person }) {
  const t = useTranslations('dashboard.company')
  const passport = useTranslations('dashboard.applications')('passport')
  const none = useTranslations('ui')('none')
  return (
    <>
      <Flex align="baseline" justify="space-between" columnGap="md">
        <Text component="h3" size="sm" fw={600} miw={0}>
          <bdi>{person.employee_name}</bdi>
        </Text>
        <Muted component="span" flex="none" lh="row">
          {t('count', { count: person.applications.length })}
        </Muted>
      </Flex>
      <Muted lh="row">
        {passport} <bdi>{person.passport_number ?? none}</bdi> · <bdi>{nationalityName(person.nationality)}</bdi>
        {person.email && (
          <>
            {' · '}
            <bdi>{person.email}</bdi>
          </>
        )}
        {person.mobile && (
          <>
            {' · '}
            <bdi>{person.mobile}</bdi>
          </>
        )}
      </Muted>
    </>
  )
}

function OwnApplication({ application }: { application: Person['applications'][number] }) {
  const t = useTranslations('dashboard.applications')
  const types = useTranslations('enums.visaType')
  return (
    <Link to="/applications/$id" params={{ id: application.id }} className={classes.application} data-press>
      <span>{types(application.visa_type)}</span>
      <Muted component="span" className={classes.date ?? ''}>
        <span className={classes.wide}>{t('submitted')} </span>
        <DubaiDate value={application.submitted_at} />
      </Muted>
      <StageSign application={application} />
      <IconChevronRight size={16} color="var(--muted)" className={classes.arrow} data-flip aria-hidden />
    </Link>
  )
}
