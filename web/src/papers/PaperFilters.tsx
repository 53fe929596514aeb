import { Flex } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { FacetBar } from '../ui/FacetBar.tsx'
import { Chips } from '../ui/list/Chips.tsx'
import { kindsOf, type Owner, SHOWS, type Shows } from './usePaperQuery.ts'

interface PaperFiltersProps {
  owner: Owner
  shows: Shows | undefined
  kind: string | undefined
  setFilter: (name: string, value: string) => void
  onClear: (() => void) | undefined
}

/** When papers expire, and their kind. */
export function PaperFilters({ owner, shows, kind, setFilter, onClear }: PaperFiltersProps) {
  const t = useTranslations('papers')
  const words = useTranslations('enums.paperKind')
  const kinds = kindsOf(owner).map((value) => ({ value, label: words(value) }))
  return (
    <Flex wrap="wrap" align="center" columnGap="sm">
      <Chips
        label={t('shows.label')}
        chips={SHOWS.map((name) => ({ name, label: t(`shows.${name}`) }))}
        value={shows}
        onChange={(name) => setFilter('shows', name)}
      />
      <FacetBar
        facets={[{ name: 'kind', label: t('kind'), any: t('anyKind'), value: kind ?? '', options: kinds }]}
        onChange={setFilter}
        onClear={onClear}
      />
    </Flex>
  )
}
