import { Flex, Text } from '@mantine/core'
import { listCompanies } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { CompanyNumbers } from '../panels/CompanyNumbers.tsx'
import { GoToCompany } from '../panels/GoToCompany.tsx'
import { useWaiting } from '../panels/useWaiting.ts'
import { Card } from '../ui/Card.tsx'
import { Muted } from '../ui/Muted.tsx'
import { SectionTitle } from '../ui/SectionTitle.tsx'

const NAMES = { query: { documents: 'link' } } as const

/** All own companies, those that owe most first: what each owes, whose visas expire, and the way to it. */
export function OwnCompanies() {
  const t = useTranslations('dashboard.byCompany')
  const { data } = useLoad(listCompanies, NAMES, { answers: () => true })
  const companies = useWaiting()?.companies ?? []
  const names = new Map(data?.items.map(({ id, name }) => [id, name]))
  const known = companies.filter(({ company_id }) => names.has(company_id))
  const sorted = known.toSorted((one, other) => other.due - one.due || other.expired - one.expired || other.expiring - one.expiring)
  return (
    <section aria-labelledby="own-companies">
      <SectionTitle id="own-companies" mb="xs">
        {t('title')}
      </SectionTitle>
      <Flex component="ul" direction="column" gap="xs" m={0} p={0} mb="xl" style={{ listStyle: 'none' }} aria-labelledby="own-companies">
        {sorted.map((company) => (
          <Card key={company.company_id} component="li" py="sm">
            <Flex align="center" justify="space-between" gap="sm">
              <Text component="div" miw={0} size="sm">
                <Text component="bdi" inherit fw={600} display="block">
                  {names.get(company.company_id)}
                </Text>
                <CompanyNumbers of={company} />
                {company.due + company.expired + company.expiring === 0 && <Muted component="span">{t('nothing')}</Muted>}
              </Text>
              <GoToCompany id={company.company_id} name={names.get(company.company_id) ?? ''} />
            </Flex>
          </Card>
        ))}
      </Flex>
    </section>
  )
}
