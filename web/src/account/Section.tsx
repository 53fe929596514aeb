import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './AccountScreen.module.css'

interface SectionProps {
  name: 'picture' | 'password' | 'twoStep' | 'language' | 'mails' | 'sessions'
  children: ReactNode
}

/** One thing that a person sets: what it is at the start of the line, how at its end. */
export function Section({ name, children }: SectionProps) {
  const t = useTranslations('account')
  return (
    <section className={classes.section} aria-labelledby={`account-${name}`}>
      <div>
        <h2 id={`account-${name}`} className={classes.title}>
          {t(`${name}.title`)}
        </h2>
        <p className={classes.text}>{t(`${name}.text`)}</p>
      </div>
      <div className={classes.content}>{children}</div>
    </section>
  )
}
