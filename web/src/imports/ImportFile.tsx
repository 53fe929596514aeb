import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { MAX_IMPORT_ROWS } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUnsavedGuard } from '../feedback/unsaved.ts'
import { Callout } from '../ui/Callout.tsx'
import { Card } from '../ui/Card.tsx'
import { SectionTitle } from '../ui/SectionTitle.tsx'
import { CheckStep } from './CheckStep.tsx'
import { ColumnsStep } from './ColumnsStep.tsx'
import { type Done, DoneStep } from './DoneStep.tsx'
import classes from './Imports.module.css'
import type { FileSheet } from './readFile.ts'
import type { SheetRows } from './useSheet.ts'

interface ImportFileProps {
  company_id: string
  file: string
  sheets: readonly FileSheet[]
  /** Chooses another file. */
  onAgain: () => void
}

/** The steps after the file was read. */
export function ImportFile({ company_id, file, sheets, onAgain }: ImportFileProps) {
  const [at, setAt] = useState(0)
  const [rows, setRows] = useState<SheetRows>()
  const [done, setDone] = useState<Done>()
  useUnsavedGuard(done === undefined)
  const sheet = sheets[at]
  if (done) return <DoneStep done={done} onAgain={onAgain} />
  if (!sheet) return null
  const choose = (next: number) => {
    setAt(next)
    setRows(undefined)
  }
  return (
    <>
      <FileCard file={file} sheets={sheets} at={at} onSheet={choose} onAgain={onAgain} />
      <ColumnsStep key={at} sheet={sheet} folded={rows !== undefined} onUnfold={() => setRows(undefined)} onMatched={setRows} />
      {rows && rows.rows.length > MAX_IMPORT_ROWS && <TooMany />}
      {rows && rows.rows.length <= MAX_IMPORT_ROWS && <CheckStep company_id={company_id} file={file} given={rows} onDone={setDone} />}
    </>
  )
}

function TooMany() {
  const t = useTranslations('imports')
  return (
    <div role="alert">
      <Callout hue="red" mt="md">
        {t('tooMany', { most: MAX_IMPORT_ROWS })}
      </Callout>
    </div>
  )
}

interface FileCardProps extends Pick<ImportFileProps, 'file' | 'sheets' | 'onAgain'> {
  at: number
  onSheet: (at: number) => void
}

function FileCard({ file, sheets, at, onSheet, onAgain }: FileCardProps) {
  const t = useTranslations('imports.file')
  return (
    <Card>
      <Group justify="space-between" gap="sm">
        <div>
          <SectionTitle>{t('title')}</SectionTitle>
          <Text component="bdi" display="block" size="sm" mt="2xs" className={classes.change ?? ''}>
            {file}
          </Text>
        </div>
        <Group gap="sm">
          {sheets.length > 1 && (
            <NativeSelect
              size="xs"
              aria-label={t('sheet')}
              value={at}
              onChange={(event) => onSheet(Number(event.currentTarget.value))}
              data={sheets.map(({ name }, place) => ({ value: String(place), label: name }))}
            />
          )}
          <Button variant="default" size="compact-sm" onClick={onAgain}>
            {t('another')}
          </Button>
        </Group>
      </Group>
    </Card>
  )
}
