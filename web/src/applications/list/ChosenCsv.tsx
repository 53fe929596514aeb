import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { VisaApplication } from 'contract'
import { useTranslations } from 'use-intl'
import { saveFile } from '../../ui/files/saveFile.ts'
import { useCsv } from './useCsv.ts'

/** Downloads the chosen applications, which are all on the screen. */
export function ChosenCsv({ chosen }: { chosen: readonly VisaApplication[] }) {
  const t = useTranslations('applications')
  const { fileName, write } = useCsv()
  const save = () => saveFile(new Blob([write(chosen)], { type: 'text/csv;charset=utf-8' }), fileName)
  return (
    <Button variant="default" leftSection={<IconDownload size={16} />} onClick={save}>
      {t('csvChosen')}
    </Button>
  )
}
