import { Anchor, Skeleton } from '@mantine/core'
import { listPapers, type Paper } from 'contract'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { Muted } from '../../ui/Muted.tsx'
import rows from '../../ui/Rows.module.css'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { formatDate } from '../../ui/signs/dates.ts'
import { LoadError } from '../../ui/states/LoadError.tsx'

const MOST = 100

interface EarlierPapersProps {
  paper: Paper
  onShow: (id: string) => void
}

/** What the person or the company held before of the same kind, the last one first. */
export function EarlierPapers({ paper, onShow }: EarlierPapersProps) {
  const t = useTranslations('papers.drawer')
  const heading = useId()
  const { kind, employee_id, company_id } = paper
  const owner = employee_id ? { employee_id } : { company_id, owner: 'company' as const }
  const query = { ...owner, kind, state: 'all' as const, limit: MOST }
  const { data, error, refetch } = useLoad(listPapers, { query }, { answers: () => true })
  const earlier = data && earlierThan(paper, data.items)
  return (
    <section aria-labelledby={heading}>
      <SectionTitle id={heading} mb="2xs">
        {t('earlier')}
      </SectionTitle>
      {!data && (error ? <LoadError text={t('earlierFailed')} refusal={error} onRetry={() => void refetch()} /> : <Skeleton height={44} />)}
      {earlier?.length === 0 && <Muted>{t('noEarlier')}</Muted>}
      <ul className={rows.lines} aria-labelledby={heading}>
        {earlier?.map((each) => (
          <li key={each.id}>
            <EarlierPaper paper={each} onShow={onShow} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function EarlierPaper({ paper: { id, number, expires_on, state }, onShow }: EarlierPapersProps) {
  const t = useTranslations('papers')
  const none = useTranslations('ui')('none')
  return (
    <Anchor component="button" type="button" size="sm" ta="start" py="xs" display="block" w="100%" onClick={() => onShow(id)}>
      <bdi>{number ?? none}</bdi>
      <Muted component="span" display="block">
        {expires_on ? t('drawer.until', { date: formatDate(expires_on) }) : t('noDate')} ·{' '}
        {t(state === 'renewed' ? 'drawer.renewed' : 'drawer.withdrawn')}
      </Muted>
    </Anchor>
  )
}

const byNewest = (one: Paper, other: Paper): number => (one.created_at < other.created_at ? 1 : -1)

/** Of other papers, those whose place it took, one after another. */
function earlierThan(paper: Paper, all: readonly Paper[]): Paper[] {
  const others = all.filter(({ id, state }) => state !== 'held' && id !== paper.id).toSorted(byNewest)
  if (paper.kind !== 'other_paper') return others
  const chain: Paper[] = []
  for (let next = before(paper, others); next && chain.length < others.length; next = before(next, others)) chain.push(next)
  return chain
}

const before = ({ id }: Paper, all: readonly Paper[]): Paper | undefined => all.find(({ renewed_by_id }) => renewed_by_id === id)
