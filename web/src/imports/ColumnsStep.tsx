import { Button, Group, NativeSelect, SegmentedControl, Stack, Table, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import {
  COMPANY_COLUMNS,
  DATE_ORDERS,
  type DateOrder,
  type ImportColumn,
  importLabel,
  isCompanyColumn,
  NEEDED_COLUMNS,
  PERSON_COLUMNS,
} from 'contract'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { currentLanguage } from '../messages/language.ts'
import { Card } from '../ui/Card.tsx'
import table from '../ui/DataTable.module.css'
import { Muted } from '../ui/Muted.tsx'
import { Note } from '../ui/Note.tsx'
import { SectionTitle } from '../ui/SectionTitle.tsx'
import classes from './Imports.module.css'
import type { FileSheet } from './readFile.ts'
import { type Matching, rowsOf, type SheetRows, samplesOf, useMatching } from './useSheet.ts'

interface ColumnsStepProps {
  sheet: FileSheet
  /** Whether the rows are being checked already. */
  folded: boolean
  onUnfold: () => void
  onMatched: (rows: SheetRows) => void
}

/** What each heading of the file stands for: found by its words, corrected by hand. */
export function ColumnsStep({ sheet, folded, onUnfold, onMatched }: ColumnsStepProps) {
  const t = useTranslations('imports.columns')
  const id = useId()
  const of = useMatching(sheet)
  const taken = of.columns.filter((column) => column !== undefined)
  const ofCompany = taken.some(isCompanyColumn)
  return (
    <Card component="section" mt="md" aria-labelledby={id}>
      <Group justify="space-between" gap="sm">
        <SectionTitle id={id}>{t('title')}</SectionTitle>
        {folded && (
          <Button variant="default" size="compact-sm" onClick={onUnfold}>
            {t('change')}
          </Button>
        )}
      </Group>
      <Muted mt="2xs">{t('taken', { taken: taken.length, count: of.headings.length })}</Muted>
      {!folded && (
        <Stack gap="sm" mt="sm">
          <Headings of={of} />
          {of.asksOrder && <Order value={of.order ?? 'day'} onChange={of.setOrder} />}
          {(taken.length === 0 || !taken.every(isCompanyColumn)) && <Missing columns={taken} />}
          {ofCompany && <Muted>{t('ownRow')}</Muted>}
          <Group>
            <Button disabled={!ofCompany && !taken.includes('passport_number')} onClick={() => onMatched(rowsOf(of))}>
              {t('check')}
            </Button>
          </Group>
        </Stack>
      )}
    </Card>
  )
}

function Headings({ of }: { of: Matching }) {
  const t = useTranslations('imports.columns')
  const language = currentLanguage()
  const named = (columns: readonly ImportColumn[]) => columns.map((value) => ({ value, label: importLabel(value, language) }))
  const options = [
    { value: '', label: t('none') },
    { group: t('ofPerson'), items: named(PERSON_COLUMNS) },
    { group: t('ofCompany'), items: named(COMPANY_COLUMNS) },
  ]
  return (
    <Table className={table.table ?? ''} aria-label={t('title')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('inFile')}</Table.Th>
          <Table.Th scope="col" visibleFrom="sm">
            {t('samples')}
          </Table.Th>
          <Table.Th scope="col">{t('column')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {of.headings.map((heading, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the headings of a file stay where they are
          <Table.Tr key={at}>
            <Table.Th scope="row" className={classes.change ?? ''}>
              <bdi>{heading}</bdi>
            </Table.Th>
            <Table.Td className={classes.samples ?? ''} visibleFrom="sm">
              <Samples cells={samplesOf(of, at)} />
            </Table.Td>
            <Table.Td>
              <NativeSelect
                size="xs"
                miw="10rem"
                aria-label={t('columnOf', { heading })}
                value={of.columns[at] ?? ''}
                onChange={(event) => of.setColumn(at, (event.currentTarget.value || undefined) as ImportColumn | undefined)}
                data={options}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const Samples = ({ cells }: { cells: string[] }) =>
  cells.map((cell, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a file stay where they are
    <span key={at}>
      {at > 0 && ' · '}
      <bdi>{cell.slice(0, 40)}</bdi>
    </span>
  ))

function Order({ value, onChange }: { value: DateOrder; onChange: (order: DateOrder) => void }) {
  const t = useTranslations('imports.columns')
  const id = useId()
  return (
    <Group gap="sm">
      <Text size="sm" id={id}>
        {t('order')}
      </Text>
      <SegmentedControl
        size="xs"
        aria-labelledby={id}
        value={value}
        onChange={(order) => onChange(order as DateOrder)}
        data={DATE_ORDERS.map((order) => ({ value: order, label: t(`orders.${order}`) }))}
      />
    </Group>
  )
}

/** Without the passport number no row can be told; without the others nobody is added. */
function Missing({ columns }: { columns: readonly ImportColumn[] }) {
  const t = useTranslations('imports.columns')
  const language = currentLanguage()
  const missing = NEEDED_COLUMNS.filter((column) => !columns.includes(column))
  if (missing.length === 0) return null
  const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(missing.map((column) => importLabel(column, language)))
  return (
    <Note hue="amber" Icon={IconAlertTriangle}>
      {t(missing.includes('passport_number') ? 'noPassport' : 'missing', { names })}
    </Note>
  )
}
