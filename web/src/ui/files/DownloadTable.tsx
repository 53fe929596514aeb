import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Call, Input, TabledList, TableFormat } from 'contract'
import { useTranslations } from 'use-intl'
import { currentLanguage } from '../../messages/language.ts'
import { useHiddenColumns } from '../list/hiddenColumns.ts'
import { useWidth } from '../useWidth.ts'
import { useSaving } from './useSaving.ts'

interface DownloadTableProps<C extends Call> {
  call: C
  /** Where it shows columns: those that are hidden are not in the table either. */
  list?: TabledList | undefined
  /** What the list is asked for. */
  query: object
  disabled: boolean
}

/** Downloads a whole list as a table for spreadsheets, including rows that are not on the screen. */
export function DownloadTable<C extends Call>({ call, list, query, disabled }: DownloadTableProps<C>) {
  const t = useTranslations('ui')
  const phone = useWidth('phone')
  const { save, busy } = useSaving(call, 'exportTable')
  const hidden = useHiddenColumns(list)
  const asked = { ...query, ...(hidden.length > 0 && { without: hidden.join() }) }
  const download = (format: TableFormat) => void save({ query: { ...asked, format, language: currentLanguage() } } as unknown as Input<C>)
  return (
    <Group gap="2xs" wrap="nowrap">
      <Button
        variant="default"
        {...(phone && { px: 'sm' })}
        aria-label={t('downloadCsv')}
        leftSection={<IconDownload size={16} />}
        loading={busy}
        disabled={disabled}
        onClick={() => download('csv')}
      >
        {phone ? 'CSV' : t('downloadCsv')}
      </Button>
      <Button variant="default" px="sm" aria-label={t('downloadXlsx')} disabled={disabled || busy} onClick={() => download('xlsx')}>
        XLSX
      </Button>
    </Group>
  )
}
