import { ActionIcon } from '@mantine/core'
import { IconBaselineDensityLarge, IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { DENSITIES, type Density } from './useDensity.ts'

const ICONS = { compact: IconBaselineDensitySmall, normal: IconBaselineDensityMedium, roomy: IconBaselineDensityLarge }
const ALL = Object.keys(DENSITIES) as Density[]

/** Makes the rows of a table higher or lower, one step a press. */
export function DensitySwitch({ value, onChange }: { value: Density; onChange: (density: Density) => void }) {
  const t = useTranslations('ui.density')
  const Icon = ICONS[value]
  const next = ALL[(ALL.indexOf(value) + 1) % ALL.length] ?? 'normal'
  const label = t('label', { density: t(value) })
  return (
    <ActionIcon variant="default" size="input-sm" aria-label={label} title={label} onClick={() => onChange(next)}>
      <Icon size={18} stroke={1.6} />
    </ActionIcon>
  )
}
