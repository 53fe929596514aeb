import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Refusal } from '../../api/refusal.ts'
import { showFailed } from '../../feedback/toast.ts'
import { saveFile } from './saveFile.ts'

interface DownloadCsvProps {
  /** Loads all rows and writes the file's text. */
  write: () => Promise<string>
  fileName: string
  /** The sentence to show if the rows do not load. */
  failed: string
  disabled: boolean
}

/** Downloads a whole list as a CSV file, including rows that are not on the screen yet. */
export function DownloadCsv({ write, fileName, failed, disabled }: DownloadCsvProps) {
  const t = useTranslations('ui')
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      saveFile(new Blob([await write()], { type: 'text/csv;charset=utf-8' }), fileName)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      showFailed(failed, { refusal: error })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="default" leftSection={<IconDownload size={16} />} loading={busy} disabled={disabled} onClick={() => void download()}>
      {t('downloadCsv')}
    </Button>
  )
}
