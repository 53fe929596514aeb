import { Flex, Title } from '@mantine/core'
import type { CompanyRecord } from 'contract'
import { useTranslations } from 'use-intl'
import { Fact, Facts } from '../ui/Facts.tsx'
import { CategoryTag } from './CategoryTag.tsx'
import { COMPANY_FIELDS } from './CompanyFields.tsx'
import classes from './CompanyProfileScreen.module.css'

/** The company's facts while nobody edits them. */
export function CompanyFacts({ company }: { company: CompanyRecord }) {
  const t = useTranslations('companies.fields')
  const [, ...others] = COMPANY_FIELDS
  return (
    <>
      <Flex wrap="wrap" justify="space-between" align="flex-start" rowGap="xs" columnGap="md" mb="ml">
        <Title order={2} size="h2">
          <bdi>{company.name}</bdi>
        </Title>
        <CategoryTag category={company.category} />
      </Flex>
      <Facts className={classes.facts}>
        {others.map((field) => (
          <Fact key={field} name={t(field)}>
            <bdi>{company[field]}</bdi>
          </Fact>
        ))}
      </Facts>
    </>
  )
}
