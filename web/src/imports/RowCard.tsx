import { Button, Group, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconArrowNarrowRight, IconCheck, IconPencil, IconPlus, IconX } from '@tabler/icons-react'
import { type ImportColumn, isDateColumn } from 'contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Muted } from '../ui/Muted.tsx'
import { Note } from '../ui/Note.tsx'
import rows from '../ui/Rows.module.css'
import { formatDate } from '../ui/signs/dates.ts'
import { type Hue, Tag } from '../ui/signs/Tag.tsx'
import classes from './Imports.module.css'
import { useImportWords } from './useImportWords.ts'
import { isOfCompany, type Line, type Rows } from './useRows.ts'

interface RowCardProps {
  of: Line
  setCell: Rows['setCell']
  onLeaveOut: () => void
}

const SIGNS: Record<'created' | 'changed' | 'same' | 'refused' | 'mended', { hue: Hue; icon: ReactNode }> = {
  created: { hue: 'green', icon: <IconPlus size={14} /> },
  changed: { hue: 'blue', icon: <IconPencil size={14} /> },
  same: { hue: 'gray', icon: <IconCheck size={14} /> },
  refused: { hue: 'red', icon: <IconX size={14} /> },
  mended: { hue: 'amber', icon: <IconPencil size={14} /> },
}

/** A line of the file: whom it is about, what it would do, and what is wrong with it. */
export function RowCard({ of, setCell, onLeaveOut }: RowCardProps) {
  const t = useTranslations('imports.check')
  const { line, cells, checked, mended } = of
  if (!checked) return null
  const sign = mended ? 'mended' : checked.outcome
  return (
    <li className={rows.card} aria-label={t('line', { line })}>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="sm">
          <Muted span>{t('line', { line })}</Muted> ·{' '}
          {isOfCompany(of) ? (
            t('company')
          ) : (
            <>
              <bdi>{cells.employee_name}</bdi> <Muted component="bdi">{cells.passport_number}</Muted>
            </>
          )}
        </Text>
        <Tag {...SIGNS[sign]}>{t(`outcomes.${sign}`)}</Tag>
      </Group>
      <Problems of={of} setCell={setCell} />
      {checked.remarks.map(({ column, detail }) => (
        <Remark key={column + detail} detail={detail} />
      ))}
      {checked.outcome === 'changed' && <Changes of={checked.changes} />}
      {checked.outcome === 'refused' && (
        <Group>
          <Button variant="subtle" color="gray" size="compact-sm" aria-label={t('leaveOutNamed', { line })} onClick={onLeaveOut}>
            {t('leaveOut')}
          </Button>
        </Group>
      )}
    </li>
  )
}

/** A field for each cell that is refused, with its sentences. */
function Problems({ of: { line, cells, checked }, setCell }: { of: Line; setCell: Rows['setCell'] }) {
  const { labelOf, say } = useImportWords()
  const byColumn = Map.groupBy(checked?.errors ?? [], ({ column }) => column)
  if (byColumn.size === 0) return null
  return (
    <Group align="flex-start" gap="sm">
      {[...byColumn].map(([column, errors]) => (
        <TextInput
          key={column}
          flex="1 1 16rem"
          maw="26rem"
          label={labelOf(column)}
          error={errors.map(({ detail }) => say(detail)).join(' · ')}
          value={cells[column] ?? ''}
          onChange={(event) => setCell(line, column, event.currentTarget.value)}
        />
      ))}
    </Group>
  )
}

function Remark({ detail }: { detail: string }) {
  const { say } = useImportWords()
  return (
    <Note hue="amber" Icon={IconAlertTriangle}>
      {say(detail)}
    </Note>
  )
}

interface ChangesProps {
  of: readonly { field: string; from: string | null; to: string | null }[]
}

function Changes({ of }: ChangesProps) {
  const { labelOf } = useImportWords()
  const none = useTranslations('ui')('none')
  const written = (column: ImportColumn, value: string | null) => {
    if (!value) return none
    return isDateColumn(column) ? formatDate(value) : value
  }
  return of.map(({ field, from, to }) => {
    const column = field as ImportColumn
    return (
      <Text key={field} size="sm" className={classes.change ?? ''}>
        <Muted span>{labelOf(column)}</Muted> <bdi>{written(column, from)}</bdi> <IconArrowNarrowRight size={14} data-flip aria-hidden />{' '}
        <bdi>{written(column, to)}</bdi>
      </Text>
    )
  })
}
