import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { Muted } from '../../ui/Muted.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import classes from './Charts.module.css'

interface FigureProps {
  title: string
  /** What the picture shows, in a sentence. */
  about: string
  /** The same numbers in a table; none where the picture is one. */
  table?: ReactNode
  children: ReactNode
  /** Takes the whole row where there is room for two. */
  wide?: boolean
}

/** A picture with its heading, and a table of its numbers that opens below it. */
export function Figure({ title, about, table, children, wide }: FigureProps) {
  const t = useTranslations('dashboard.charts')
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.figure} data-wide={wide}>
      <SectionTitle id={id}>{title}</SectionTitle>
      <Muted mb="sm">{about}</Muted>
      {children}
      {table && (
        <details className={classes.numbers} data-screen-only>
          <summary>{t('numbers')}</summary>
          <Pushed label={title}>{table}</Pushed>
        </details>
      )}
    </section>
  )
}

/** What is wider than the screen is pushed sideways, by keys too. */
export const Pushed = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: keys push it
  <section tabIndex={0} aria-label={label} className={classes.pushed}>
    {children}
  </section>
)
