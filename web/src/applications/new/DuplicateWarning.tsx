import { VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconExternalLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { findDuplicate } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import classes from './DuplicateWarning.module.css'

const DEBOUNCE_MS = 400
/** Fewer characters are no passport number yet. */
const SHORTEST = 5

/** S11: a second active application for one passport is allowed, and warned about with a link. */
export function DuplicateWarning({ passport, companyId }: { passport: string; companyId: string }) {
  const t = useTranslations('newApplication')
  const [settled] = useDebouncedValue(passport.trim().toUpperCase(), DEBOUNCE_MS)
  const enabled = settled.length >= SHORTEST && companyId !== ''
  const { data } = useLoad(findDuplicate, { body: { company_id: companyId, passport_number: settled } }, { enabled, answers: () => true })
  const found = enabled ? data : undefined
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
