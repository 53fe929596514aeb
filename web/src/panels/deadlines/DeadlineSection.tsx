import { listDeadlines } from 'contract'
import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { Card } from '../../ui/Card.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { DeadlineList } from './DeadlineList.tsx'
import { useDeadlineActs } from './useDeadlineActs.tsx'

const MOST = 100

/** The clocks of one person or one case, on the screen of either; nothing where none runs. */
export function DeadlineSection({ of }: { of: { employee_id: string } | { application_id: string } }) {
  const inCase = 'application_id' in of
  const t = useTranslations('deadlines')
  const heading = useId()
  const { acts, dialogs } = useDeadlineActs()
  const { data } = useLoad(listDeadlines, { query: { ...of, limit: MOST } }, { answers: () => true })
  return (
    <>
      {data && data.items.length > 0 && (
        <Surface framed={inCase} labelledBy={heading}>
          <SectionTitle id={heading}>{t('title')}</SectionTitle>
          <DeadlineList deadlines={data.items} acts={acts} labelledBy={heading} inCase={inCase} />
          <Muted mt="2xs">{t('foot')}</Muted>
        </Surface>
      )}
      {dialogs}
    </>
  )
}

/** A card among those beside a case. */
function Surface({ framed, labelledBy, children }: { framed: boolean; labelledBy: string; children: ReactNode }) {
  return (
    <section aria-labelledby={labelledBy} data-screen-only>
      {framed ? <Card mb="md">{children}</Card> : children}
    </section>
  )
}
