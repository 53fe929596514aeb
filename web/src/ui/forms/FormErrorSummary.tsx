import { Box, type MantineSpacing } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { SectionTitle } from '../SectionTitle.tsx'
import classes from './FormErrorSummary.module.css'

interface FormErrorSummaryProps {
  /** The form's errors: a sentence for each field. */
  errors: Partial<Record<string, ReactNode>>
  /** The fields in the order of the form. */
  order: readonly string[]
  /** Counts refused submissions. Nothing shows before the first; the summary takes the focus after each (U25). */
  attempt: number
  /** The DOM id of a field's input. */
  idOf: (field: string) => string
  mb?: MantineSpacing
}

/** "There is a problem", with a link to each field that has one. */
export function FormErrorSummary({ errors, order, attempt, idOf, mb }: FormErrorSummaryProps) {
  const t = useTranslations('ui')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempt > 0) box.current?.focus()
  }, [attempt])
  // A sentence about two fields is said once.
  const fields = order.filter((field, at) => errors[field] && !order.slice(0, at).some((before) => errors[before] === errors[field]))
  if (attempt === 0 || fields.length === 0) return null
  return (
    <Box ref={box} role="alert" tabIndex={-1} className={classes.summary ?? ''} {...(mb && { mb })}>
      <SectionTitle>{t('problemTitle')}</SectionTitle>
      <ul>
        {fields.map((field) => (
          <li key={field}>
            <a
              href={`#${idOf(field)}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(idOf(field))?.focus()
              }}
            >
              {errors[field]}
            </a>
          </li>
        ))}
      </ul>
    </Box>
  )
}
