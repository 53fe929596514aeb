import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { COMPANY_NEEDS, type Finding } from 'contract'
import { useTranslations } from 'use-intl'

type Search = Partial<Record<string, string>>

/** Where what was found is put right: the paper's own drawer, the form of a new paper, or the form of the establishment. */
export function Fix({ finding: { key, level, paper_id }, onChange }: { finding: Finding; onChange: () => void }) {
  const t = useTranslations('readiness')
  const label = (fix: 'renew' | 'date' | 'add' | 'change') => ({
    children: t(`fixes.${fix}`),
    'aria-label': t('fixNamed', { fix: t(`fixes.${fix}`), name: t(`names.${key}`) }),
    inherit: true,
    'data-reach': true,
  })
  if (!COMPANY_NEEDS.some((need) => need === key))
    return <Anchor component="button" type="button" onClick={onChange} {...label(level === 'unknown' ? 'add' : 'change')} />
  const fix = paper_id === null ? 'add' : level === 'unknown' ? 'date' : 'renew'
  const opened: Search = paper_id === null ? { add: key } : { paper: paper_id, do: fix === 'renew' ? 'renew' : 'correct' }
  return (
    <Anchor
      {...label(fix)}
      renderRoot={(props) => <Link {...props} to="." search={(before: Search) => ({ ...before, ...opened })} resetScroll={false} />}
    />
  )
}
