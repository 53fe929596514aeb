import { Button, Text, VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { COMPANY_SLOTS, type FirstSteps as Steps } from 'contract'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import classes from './Today.module.css'

const STEPS = [
  { step: 'papers', isDone: ({ papers_done }) => papers_done, target: { to: '/company-profile' } },
  { step: 'topUp', isDone: ({ topped_up }) => topped_up, target: { to: '/billing', search: { dialog: 'top-up' } } },
  { step: 'apply', isDone: ({ applied }) => applied, target: { to: '/applications/new' } },
  { step: 'invite', isDone: ({ invited }) => invited, target: { to: '/users', search: { invite: 'true' } } },
] as const satisfies { step: string; isDone: (steps: Steps) => boolean; target: Pick<LinkProps, 'to' | 'search'> }[]

/** What a new company does first; each step is ticked by what is there, and all go once they are done (U78). */
export function FirstSteps({ steps }: { steps: Steps }) {
  const t = useTranslations('dashboard.today.firstSteps')
  const id = useId()
  const open = STEPS.filter(({ isDone }) => !isDone(steps)).length
  return (
    <section aria-labelledby={id}>
      <header className={classes.head}>
        <SectionTitle id={id}>
          {t('title')} <span className={classes.count}>{t('done', { done: STEPS.length - open, all: STEPS.length })}</span>
        </SectionTitle>
      </header>
      <ol className={classes.rows}>
        {STEPS.map(({ step, isDone, target }) => {
          const done = isDone(steps)
          const Icon = done ? IconCircleCheck : IconCircle
          return (
            <li key={step} className={classes.row} data-done={done || undefined}>
              <span className={classes.mark}>
                <Icon size={18} stroke={1.75} aria-hidden />
                <VisuallyHidden>{t(done ? 'isDone' : 'isOpen')}</VisuallyHidden>
              </span>
              <Text span inherit fw={600} className={classes.who ?? ''}>
                {t(`${step}.title`)}
              </Text>
              <span className={classes.what}>{t(`${step}.text`, { count: steps.papers, all: COMPANY_SLOTS.length })}</span>
              <span className={classes.verb}>
                {!done && (
                  <Button size="compact-sm" variant="default" renderRoot={(props) => <Link {...props} {...target} />}>
                    {t(`${step}.verb`)}
                  </Button>
                )}
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
