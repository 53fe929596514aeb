import { Button, Checkbox, Stack } from '@mantine/core'
import type { TabledList } from 'contract'
import { useTranslations } from 'use-intl'
import { hideColumns, useHiddenColumns } from './hiddenColumns.ts'

interface ColumnChoiceProps {
  list: TabledList
  /** Those that can be hidden. */
  columns: readonly { id: string; head: string }[]
}

export function ColumnChoice({ list, columns }: ColumnChoiceProps) {
  const t = useTranslations('ui.columns')
  const hidden = useHiddenColumns(list)
  return (
    <Stack gap="xs" align="flex-start">
      {columns.map(({ id, head }) => (
        <Checkbox
          key={id}
          label={head}
          checked={!hidden.includes(id)}
          onChange={({ currentTarget: { checked } }) => hideColumns(list, checked ? hidden.filter((name) => name !== id) : [...hidden, id])}
        />
      ))}
      <Button variant="subtle" size="compact-sm" disabled={hidden.length === 0} onClick={() => hideColumns(list, [])}>
        {t('showAll')}
      </Button>
    </Stack>
  )
}
