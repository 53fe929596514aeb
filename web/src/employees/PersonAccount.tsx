import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Employee, isEmployed, type PersonOfRecord } from 'contract'
import { useTranslations } from 'use-intl'
import { Muted } from '../ui/Muted.tsx'
import { SectionTitle } from '../ui/SectionTitle.tsx'
import { StatusBadge } from '../ui/signs/StatusBadge.tsx'
import { InviteButton } from './EmployeeActions.tsx'

/** With which account the person signs in, or the way to an invitation (A6). */
export function PersonAccount({ account, employee }: { account: PersonOfRecord['account']; employee: Employee }) {
  const t = useTranslations('employees.person')
  return (
    <section aria-labelledby="person-account">
      <SectionTitle id="person-account" mb="xs">
        {t('account')}
      </SectionTitle>
      {account ? (
        <Stack gap="2xs" align="flex-start">
          <Group gap="xs">
            <StatusBadge status={account.standing} />
            <Text component="bdi" size="sm">
              {account.email}
            </Text>
          </Group>
          <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/users" search={{ q: account.email }} />}>
            {t('inUsers')}
          </Anchor>
        </Stack>
      ) : (
        <Stack gap="xs" align="flex-start">
          <Muted>{t('noAccount')}</Muted>
          {isEmployed(employee.status) && <InviteButton employee={employee} />}
        </Stack>
      )}
    </section>
  )
}
