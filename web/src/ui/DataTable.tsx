import { Skeleton, Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import clsx from 'clsx'
import type { TabledList } from 'contract'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './DataTable.module.css'
import { useHiddenColumns } from './list/hiddenColumns.ts'
import { TickBox } from './TickBox.tsx'
import type { Selection } from './useSelection.ts'

export interface Column<Row> {
  id: string
  head: string
  cell: (row: Row) => ReactNode
  /** The sort key of the call, if the column can be sorted. */
  sort?: string
  /** The least width, as a CSS length. */
  width?: string
  /** 1 for columns that stay where there is little room; those with higher numbers go, the highest first. */
  priority?: 1 | 2 | 3 | 4 | 5
  /** Whether the cell names its row. */
  rowHeader?: boolean
  /** Amounts and numbers, one below the other. */
  numeric?: boolean
  /** Whether it takes no more room than its content. */
  narrow?: boolean
  /** Whether another cell has it where there is little room; it can be hidden all the same. */
  within?: boolean
  /** Whether its cells can only be pressed, so that paper needs no room for them. */
  pressed?: boolean
  className?: string | undefined
}

/** `key`: as the call takes it, with `-` before it for descending (P3). */
export interface Sorting {
  key: string
  onSort: (key: string) => void
}

type DataAttributes = Partial<Record<`data-${string}`, boolean | string>>

interface DataTableProps<Row> {
  /** The list whose columns a person can hide. */
  list?: TabledList
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** The table's name for screen readers. */
  label?: string
  labelledBy?: string
  /** The height of a row, in px. */
  height?: number
  /** Whether the head sticks below the header, or the tools of a list, while the page scrolls. */
  sticky?: boolean
  /** Whether there is more space between the columns. */
  spaced?: boolean
  sorting?: Sorting | undefined
  /** The rows that are chosen; the first column has their boxes. */
  selection?: Selection<Row> | undefined
  /** While the rows load: so many of the final height stand below the heads, so that nothing moves afterwards (U5). */
  loading?: number
  /** Whether rows can be chosen once they are there. */
  selectable?: boolean
  rowProps?: (row: Row) => ComponentProps<'tr'> & DataAttributes
  className?: string | undefined
}

/** A table of records whose columns are declared once. Where it has too little room, columns go one by one. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { rows, label, labelledBy, height = 44, sticky = false, spaced = false, selection, loading = 0, rowProps, className } = props
  const { selectable = selection !== undefined } = props
  const t = useTranslations('ui')
  const hidden = useHiddenColumns(props.list)
  const columns = props.columns.filter(({ id, within }) => !within && !hidden.includes(id))
  return (
    <div
      className={clsx(columns.some(({ priority = 1 }) => priority > 1) && classes.room)}
      {...(loading > 0 && { role: 'status', 'aria-label': t('loading') })}
    >
      <Table
        className={clsx(classes.table, sticky && classes.sticky, spaced && classes.spaced, selectable && classes.selectable, className)}
        aria-hidden={loading > 0 || undefined}
        aria-label={label}
        aria-labelledby={labelledBy}
        data-height={height}
        horizontalSpacing="xs"
        verticalSpacing="xs"
        withRowBorders={false}
        __vars={{ '--row': `${height / 16}rem` }}
      >
        <Table.Thead>
          <Table.Tr>
            {columns.map((column, place) => (
              <Head key={column.id} column={column} sorting={props.sorting} selection={place === 0 ? selection : undefined} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id} data-row={row.id} data-chosen={selection?.has(row.id) || undefined} {...rowProps?.(row)}>
              {columns.map((column, place) => (
                <Cell key={column.id} column={column} row={row} selection={place === 0 ? selection : undefined} />
              ))}
            </Table.Tr>
          ))}
          {Array.from({ length: loading }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
            <Table.Tr key={row}>
              {columns.map((column) => (
                <Cell key={column.id} column={column} row={undefined} selection={undefined} />
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

interface HeadProps<Row> {
  column: Column<Row>
  sorting: Sorting | undefined
  selection: Selection<Row> | undefined
}

function Head<Row>({ column: { head, sort, numeric, pressed, priority = 1 }, sorting, selection }: HeadProps<Row>) {
  const t = useTranslations('ui')
  const direction = directionOf(sort, sorting)
  return (
    <Table.Th
      scope="col"
      className={clsx(numeric && classes.numeric)}
      data-priority={priority}
      data-screen-only={pressed}
      {...(sort && sorting && { 'aria-sort': direction ?? 'none' })}
      // Else the name of the box would be part of it.
      {...(selection && { 'aria-label': head })}
    >
      {selection && (
        <TickBox
          className={classes.box}
          label={t('chooseAll')}
          checked={selection.isAll}
          partly={selection.chosen.length > 0 && !selection.isAll}
          onPress={selection.toggleAll}
        />
      )}
      {sort && sorting ? (
        <UnstyledButton className={classes.sort ?? ''} onClick={() => sorting.onSort(direction === 'ascending' ? `-${sort}` : sort)}>
          {head}
          <SortIcon direction={direction} />
        </UnstyledButton>
      ) : (
        <span className={clsx(sort && classes.sort)}>{head}</span>
      )}
    </Table.Th>
  )
}

type Direction = 'ascending' | 'descending'

function directionOf(sort: string | undefined, sorting: Sorting | undefined): Direction | undefined {
  if (!sort || !sorting) return undefined
  if (sorting.key === sort) return 'ascending'
  return sorting.key === `-${sort}` ? 'descending' : undefined
}

function SortIcon({ direction }: { direction: Direction | undefined }) {
  const Icon = direction === undefined ? IconArrowsSort : direction === 'ascending' ? IconArrowUp : IconArrowDown
  return <Icon size={14} stroke={2} className={classes.arrow} data-on={direction !== undefined || undefined} aria-hidden />
}

interface CellProps<Row> {
  column: Column<Row>
  /** Undefined while it loads. */
  row: Row | undefined
  selection: Selection<Row> | undefined
}

function Cell<Row extends { id: string }>({ column, row, selection }: CellProps<Row>) {
  const { cell, rowHeader, numeric, narrow, pressed, width, className, priority = 1 } = column
  const look = {
    className: clsx(numeric && classes.numeric, narrow && classes.narrow, className),
    'data-priority': priority,
    'data-screen-only': pressed,
    ...(width && { miw: width }),
  }
  const content = row ? (
    <>
      {selection && <Box row={row} selection={selection} />}
      {cell(row)}
    </>
  ) : (
    <Skeleton height={10} />
  )
  return rowHeader ? (
    <Table.Th scope="row" {...look}>
      {content}
    </Table.Th>
  ) : (
    <Table.Td {...look}>{content}</Table.Td>
  )
}

function Box<Row extends { id: string }>({ row, selection }: { row: Row; selection: Selection<Row> }) {
  const t = useTranslations('ui')
  return (
    <TickBox
      className={classes.box}
      label={t('choose', { name: selection.nameOf(row) })}
      checked={selection.has(row.id)}
      // With Shift all rows since the last one.
      onPress={(withShift) => selection.toggle(row.id, withShift)}
    />
  )
}
