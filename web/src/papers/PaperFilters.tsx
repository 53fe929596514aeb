import { Button, Group } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { FacetBar } from '../ui/FacetBar.tsx'
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
    <>
      <Group role="group" aria-label={t('shows.label')} gap="2xs" mb="xs">
        {SHOWS.map((name) => (
          <Button
            key={name}
            size="compact-sm"
            variant={shows === name ? 'filled' : 'default'}
            aria-pressed={shows === name}
            onClick={() => setFilter('shows', shows === name ? '' : name)}
          >
            {t(`shows.${name}`)}
          </Button>
        ))}
      </Group>
      <FacetBar
        facets={[{ name: 'kind', label: t('kind'), any: t('anyKind'), value: kind ?? '', options: kinds }]}
        onChange={setFilter}
        onClear={onClear}
      />
    </>
  )
}
