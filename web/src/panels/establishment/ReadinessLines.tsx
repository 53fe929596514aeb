import { type ApplicationType, getReadiness } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { Callout } from '../../ui/Callout.tsx'
import { useFindingWords } from './useFindingWords.ts'

const MAX_LINES = 3

/** What the authorities may object to today, before a submission, which is never refused for it. */
export function ReadinessLines({ company_id, kind }: { company_id: string; kind: ApplicationType }) {
  const t = useTranslations('readiness')
  const wordsOf = useFindingWords()
  const { data } = useLoad(getReadiness, { params: { id: company_id } }, { answers: () => true })
  const objections = data?.findings.filter(({ level, new_only }) => level !== 'unknown' && (kind === 'new' || !new_only)) ?? []
  if (objections.length === 0) return null
  return (
    <Callout hue="amber" mt="0.625rem" lh="row">
      {objections.slice(0, MAX_LINES).map((finding) => (
        <div key={finding.key}>{wordsOf(finding)}</div>
      ))}
      <div>{t('stillSubmit')}</div>
    </Callout>
  )
}
