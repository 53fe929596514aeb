import { VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconExternalLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { findDuplicate } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { Callout } from '../../ui/Callout.tsx'

const DEBOUNCE_MS = 400
/** Fewer characters are no passport number yet. */
const MIN_PASSPORT_LENGTH = 5

/** Warns of another active application for the same passport, with a link to it; a second one is allowed (S11). */
export function DuplicateWarning({ passport, companyId }: { passport: string; companyId: string }) {
  const t = useTranslations('newApplication')
  const [settled] = useDebouncedValue(passport.trim().toUpperCase(), DEBOUNCE_MS)
  const enabled = settled.length >= MIN_PASSPORT_LENGTH && companyId !== ''
  const { data } = useLoad(findDuplicate, { body: { company_id: companyId, passport_number: settled } }, { enabled, answers: () => true })
  const found = enabled ? data : undefined
  return (
    <div role="status">
      {found && (
        <Callout hue="amber" mt="xs">
          {t('duplicate', { name: found.employee_name })}{' '}
          <Link to="/applications/$id" params={{ id: found.id }} target="_blank">
            {t('duplicateLink')}
            <VisuallyHidden> {t('newTab')}</VisuallyHidden>
            <IconExternalLink
              size={14}
              stroke={1.75}
              style={{ marginInlineStart: 'var(--mantine-spacing-2xs)', verticalAlign: '-0.125rem' }}
              aria-hidden
            />
          </Link>
        </Callout>
      )}
    </div>
  )
}
