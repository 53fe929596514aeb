import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { saveFile } from '../files/saveFile.ts'

/** How the rows of a list are written as a file for spreadsheets. */
export interface RowsCsv<Row> {
  fileName: string
  write: (rows: readonly Row[]) => string
}

/** Downloads the chosen rows, which are all on the screen. */
export function ChosenCsv<Row>({ chosen, csv: { fileName, write } }: { chosen: readonly Row[]; csv: RowsCsv<Row> }) {
  const t = useTranslations('ui')
  const save = () => saveFile(new Blob([write(chosen)], { type: 'text/csv;charset=utf-8' }), fileName)
  return (
    <Button variant="default" leftSection={<IconDownload size={16} />} onClick={save}>
      {t('downloadCsv')}
    </Button>
  )
}
