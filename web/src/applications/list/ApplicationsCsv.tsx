import { type Input, listApplications } from 'contract'
import { useTranslations } from 'use-intl'
import { ListCsv } from '../../ui/list/ListCsv.tsx'
import { useCsv } from './useCsv.ts'

/** All applications that match search and filters (U33). */
export function ApplicationsCsv({ query, disabled }: { query: Input<typeof listApplications>['query']; disabled: boolean }) {
  const failed = useTranslations('toasts.listApplications')('failed')
  return (
    <ListCsv
      call={listApplications}
      query={{ query: { ...query, documents: 'link' } }}
      csv={useCsv()}
      failed={failed}
      disabled={disabled}
    />
  )
}
