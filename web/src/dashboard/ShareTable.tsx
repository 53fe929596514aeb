import { Flex, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import type { Hue } from '../ui/signs/Tag.tsx'
import classes from './DashboardScreen.module.css'

const PERCENT = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const

interface Share {
  id: string
  name: ReactNode
  count: number
  hue?: Hue
}

interface ShareTableProps {
  /** The head of the first column. */
  label: string
  /** The id of the heading that names the table. */
  labelledBy: string
  rows: readonly Share[]
}

/** Counts with their shares of the total, as numbers and bars in a table (U30). */
export function ShareTable({ label, labelledBy, rows }: ShareTableProps) {
  const t = useTranslations('dashboard.shares')
  const format = useFormatter()
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  const columns: Column<Share>[] = [
    { id: 'name', head: label, cell: ({ name }) => name, rowHeader: true },
    { id: 'count', head: t('applications'), cell: ({ count }) => format.number(count), numeric: true, narrow: true },
    { id: 'share', head: t('share'), cell: ({ count, hue }) => <ShareBar share={count / total} hue={hue} /> },
  ]
  return <DataTable columns={columns} rows={rows} labelledBy={labelledBy} className={classes.shares} />
}

function ShareBar({ share, hue = 'green' }: { share: number; hue: Hue | undefined }) {
  const format = useFormatter()
  return (
    <Flex component="span" align="center" gap="sm">
      <span className={classes.track} aria-hidden>
        <span data-hue={hue} style={{ inlineSize: `${100 * share}%` }} />
      </span>
      <Text span inherit flex="none" miw="3.25rem" c="dimmed" ta="right">
        {format.number(share, PERCENT)}
      </Text>
    </Flex>
  )
}
