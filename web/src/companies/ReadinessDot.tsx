import { Link } from '@tanstack/react-router'
import type { CompanyCard } from 'contract'
import { useTranslations } from 'use-intl'
import classes from './ReadinessDot.module.css'

interface ReadinessDotProps {
  company: Pick<CompanyCard, 'id' | 'name' | 'readiness'>
}

/** For administrators, a dot with a word: what the authorities take from the company today. It leads to why. */
export function ReadinessDot({ company: { id, name, readiness } }: ReadinessDotProps) {
  const t = useTranslations('companies')
  if (readiness === null) return null
  const level = t(`readiness.${readiness}`)
  return (
    <Link
      to="/dashboard"
      search={{ tab: 'companies', company: id, view: 'authorities' }}
      className={classes.dot}
      data-level={readiness}
      aria-label={t('readinessOf', { level, name })}
      data-reach
    >
      {level}
    </Link>
  )
}
