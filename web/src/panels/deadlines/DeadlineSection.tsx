import { Box } from '@mantine/core'
import { listDeadlines } from 'contract'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { Muted } from '../../ui/Muted.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { DeadlineList } from './DeadlineList.tsx'
import { useDeadlineActs } from './useDeadlineActs.tsx'

const MOST = 100

/** The clocks of one person or one case, on the screen of either; nothing where none runs. */
export function DeadlineSection({ of }: { of: { employee_id: string } | { application_id: string } }) {
  const t = useTranslations('deadlines')
  const heading = useId()
  const { acts, dialogs } = useDeadlineActs()
  const { data } = useLoad(listDeadlines, { query: { ...of, limit: MOST } }, { answers: () => true })
  return (
    <>
      {data && data.items.length > 0 && (
        <Box component="section" aria-labelledby={heading} data-screen-only>
          <SectionTitle id={heading}>{t('title')}</SectionTitle>
          <DeadlineList deadlines={data.items} acts={acts} labelledBy={heading} inCase={'application_id' in of} />
          <Muted mt="2xs">{t('foot')}</Muted>
        </Box>
      )}
      {dialogs}
    </>
  )
}
