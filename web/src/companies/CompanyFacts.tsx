import type { CompanyRecord } from 'contract'
import { useTranslations } from 'use-intl'
import { CategoryTag } from './CategoryTag.tsx'
import classes from './CompanyFacts.module.css'
import { COMPANY_FIELDS } from './CompanyFields.tsx'

/** The company as it reads while nobody edits it. */
export function CompanyFacts({ company }: { company: CompanyRecord }) {
  const t = useTranslations('companies.fields')
  const [, ...others] = COMPANY_FIELDS
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.name}>
          <bdi>{company.name}</bdi>
        </h2>
        <CategoryTag category={company.category} />
      </div>
      <dl className={classes.facts}>
        {others.map((field) => (
          <div key={field}>
            <dt>{t(field)}</dt>
            <dd>
              <bdi>{company[field]}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
