import { Table } from '@mantine/core'
import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import classes from './DataTable.module.css'

export interface Column<Row> {
  id: string
  head: string
  cell: (row: Row) => ReactNode
  /** The sort key of the call, if the column can be sorted. */
  sort?: string
  /** The least width, as a CSS length. */
  width?: string
  /** 1 for columns that stay where there is little room; those with higher numbers can go. */
  priority?: number
  /** Whether the cell names its row. */
  rowHeader?: boolean
  /** Amounts and numbers, one below the other. */
  numeric?: boolean
  /** Whether it takes no more room than its content. */
  narrow?: boolean
  className?: string | undefined
}

type DataAttributes = Partial<Record<`data-${string}`, boolean>>

interface DataTableProps<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** The table's name for screen readers. */
  label?: string
  labelledBy?: string
  /** The height of a row, in px. */
  height?: number
  /** Whether the head sticks below the header while the page scrolls. */
  sticky?: boolean
  /** Whether there is more space between the columns. */
  spaced?: boolean
  rowProps?: (row: Row) => ComponentProps<'tr'> & DataAttributes
  className?: string | undefined
}

/** A table of records whose columns are declared once. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { columns, rows, label, labelledBy, height = 44, sticky = false, spaced = false, rowProps, className } = props
  return (
    <Table
      className={clsx(classes.table, sticky && classes.sticky, spaced && classes.spaced, className)}
      aria-label={label}
      aria-labelledby={labelledBy}
      horizontalSpacing="xs"
      verticalSpacing="xs"
      withRowBorders={false}
      __vars={{ '--row': `${height / 16}rem` }}
    >
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ id, head, numeric }) => (
            <Table.Th key={id} scope="col" className={clsx(numeric && classes.numeric)}>
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.id} {...rowProps?.(row)}>
            {columns.map((column) => (
              <Cell key={column.id} column={column} row={row} />
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Cell<Row>({ column: { cell, rowHeader, numeric, narrow, width, className }, row }: { column: Column<Row>; row: Row }) {
  const look = { className: clsx(numeric && classes.numeric, narrow && classes.narrow, className), ...(width && { miw: width }) }
  return rowHeader ? (
    <Table.Th scope="row" {...look}>
      {cell(row)}
    </Table.Th>
  ) : (
    <Table.Td {...look}>{cell(row)}</Table.Td>
  )
}
