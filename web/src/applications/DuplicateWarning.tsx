import { VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconExternalLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { listApplications } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import classes from './DuplicateWarning.module.css'

const DEBOUNCE_MS = 400
/** Fewer characters are no passport number yet. */
const SHORTEST = 5

/** S11: a second active application for one passport is allowed, and warned about with a link. */
export function DuplicateWarning({ passport, companyId }: { passport: string; companyId: string }) {
  const t = useTranslations('newApplication')
  const [settled] = useDebouncedValue(passport.trim().toUpperCase(), DEBOUNCE_MS)
  const { data } = useLoad(
    listApplications,
    { query: { q: settled, status: 'active', limit: 20, documents: 'link', company_id: companyId } },
    { enabled: settled.length >= SHORTEST && companyId !== '', answers: () => true },
  )
  const found = settled.length >= SHORTEST ? data?.find(({ passport_number }) => passport_number === settled) : undefined
  return (
    <div role="status">
      {found && (
        <p className={classes.warning}>
          {t('duplicate', { name: found.employee_name })}{' '}
          <Link to="/applications/$id" params={{ id: found.id }} target="_blank" className={classes.link}>
            {t('duplicateLink')}
            <VisuallyHidden> {t('newTab')}</VisuallyHidden>
            <IconExternalLink size={14} stroke={1.75} aria-hidden />
          </Link>
        </p>
      )}
    </div>
  )
}
