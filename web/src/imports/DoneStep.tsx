import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Import } from 'contract'
import { useTranslations } from 'use-intl'
import { Callout } from '../ui/Callout.tsx'
import { DubaiDate } from '../ui/signs/DubaiDate.tsx'
import { useFocusOnMount } from '../ui/useFocusOnMount.ts'

export interface Done {
  run: Import
  /** People on record whose row says nothing new. */
  same: number
}

/** What was imported. */
export function DoneStep({ done: { run, same }, onAgain }: { done: Done; onAgain: () => void }) {
  const t = useTranslations('imports.done')
  const [count, papers] = [run.created_count + run.changed_count, run.company_paper_count]
  const focus = useFocusOnMount<HTMLDivElement>(true)
  return (
    <div ref={focus} tabIndex={-1} role="status">
      <Callout hue="green">
        {t.rich(count > 0 || papers === 0 ? 'summary' : 'company', {
          count,
          papers,
          created: run.created_count,
          changed: run.changed_count,
          same,
          until: () => <DubaiDate value={run.undo_until} />,
        })}
        {count > 0 && papers > 0 && ` ${t('papersToo', { papers })}`}
      </Callout>
      <Group gap="sm" mt="sm">
        <Button renderRoot={(props) => <Link {...props} to="/employees" />}>{t('employees')}</Button>
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/papers" />}>
          {t('papers')}
        </Button>
        <Button variant="default" onClick={onAgain}>
          {t('another')}
        </Button>
      </Group>
    </div>
  )
}
