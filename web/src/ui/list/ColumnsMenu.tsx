import { ActionIcon, Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { HIDEABLE_COLUMNS, type TabledList } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { partOf, usePart } from '../../feedback/usePart.ts'
import { useHiddenColumns } from './hiddenColumns.ts'

const importChoice = partOf(() => import('./ColumnChoice.tsx').then(({ ColumnChoice }) => ColumnChoice))

interface ColumnsMenuProps {
  list: TabledList
  /** All that the viewer has. */
  columns: readonly { id: string; head: string }[]
}

/** Lets a person hide columns of a list and show them again. */
export function ColumnsMenu({ list, columns }: ColumnsMenuProps) {
  const t = useTranslations('ui.columns')
  const [opened, setOpened] = useState(false)
  const hidden = useHiddenColumns(list)
  const Choice = usePart(importChoice, opened, () => setOpened(false))
  const hideable = columns.filter(({ id }) => HIDEABLE_COLUMNS[list].some((name) => name === id))
  const label = t('label', { hidden: hideable.filter(({ id }) => hidden.includes(id)).length })
  return (
    <Popover opened={opened && Choice !== undefined} onChange={setOpened} position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <ActionIcon
          variant={hidden.length > 0 ? 'light' : 'default'}
          size="input-sm"
          aria-label={label}
          title={label}
          onClick={() => setOpened(!opened)}
        >
          <IconColumns3 size={18} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('title')}>{Choice && <Choice list={list} columns={hideable} />}</Popover.Dropdown>
    </Popover>
  )
}
