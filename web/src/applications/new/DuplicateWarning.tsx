import { VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconExternalLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { findDuplicate, type Input } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { Callout } from '../../ui/Callout.tsx'

const DEBOUNCE_MS = 400
/** Fewer characters are no passport number yet. */
const MIN_PASSPORT_LENGTH = 5

type Question = Input<typeof findDuplicate>['body']

/** Warns of another active application of the same person, with a link to it; a second one is allowed (S11, S12). */
export function DuplicateWarning({ told }: { told: Question }) {
  const t = useTranslations('newApplication')
  // As text, because a new object each time would never settle.
  const [settled] = useDebouncedValue(JSON.stringify(asked(told)), DEBOUNCE_MS)
  const body: Question | undefined = settled === undefined ? undefined : JSON.parse(settled)
  const { data: found } = useLoad(findDuplicate, { body: body ?? told }, { enabled: body !== undefined, answers: () => true })
  return (
    <div role="status">
      {body && found && (
        <Callout hue="amber" mt="xs">
          {t(body.passport_number ? 'duplicate' : 'duplicatePerson', { name: found.employee_name })}{' '}
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

/** What names the person (S12); undefined while nothing does. */
function asked({ company_id, employee_id, passport_number = '', employee_name = '', nationality = '' }: Question): Question | undefined {
  if (company_id === '') return undefined
  if (employee_id) return { company_id, employee_id }
  const passport = passport_number.trim().toUpperCase()
  if (passport !== '') return passport.length >= MIN_PASSPORT_LENGTH ? { company_id, passport_number: passport } : undefined
  const name = { employee_name: employee_name.trim(), nationality: nationality.trim() }
  return name.employee_name && name.nationality ? { company_id, ...name } : undefined
}
