import { Group, Progress, Text } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { exportPapers, MAX_IMPORT_ROWS } from 'contract'
import { type DragEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Card } from '../ui/Card.tsx'
import { DownloadTable } from '../ui/files/DownloadTable.tsx'
import { Muted } from '../ui/Muted.tsx'
import { SectionTitle } from '../ui/SectionTitle.tsx'
import { untilPainted } from '../ui/untilPainted.ts'
import classes from './Imports.module.css'
import { type FileSheet, readFile, type Unreadable, UnreadableFile } from './readFile.ts'

interface FileStepProps {
  company_id: string
  onRead: (file: string, sheets: FileSheet[]) => void
}

type State = { at: 'idle' } | { at: 'reading'; name: string } | { at: 'failed'; why: Unreadable }

/** Reads a spreadsheet in the browser. */
export function FileStep({ company_id, onRead }: FileStepProps) {
  const t = useTranslations('imports.file')
  const id = useId()
  const [state, setState] = useState<State>({ at: 'idle' })
  const [over, setOver] = useState(false)
  const read = async (file: File) => {
    setState({ at: 'reading', name: file.name })
    // The sign that the file is being read, before the reading keeps the tab busy.
    await untilPainted()
    try {
      onRead(file.name, await readFile(file))
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      setState({ at: 'failed', why: error.why })
    }
  }
  const take = (files: FileList | null) => {
    setOver(false)
    const file = files?.[0]
    if (file && state.at !== 'reading') void read(file)
  }
  const onDragOver = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    take(event.dataTransfer.files)
  }
  return (
    <Card component="section" aria-labelledby={`${id}-title`}>
      <SectionTitle id={`${id}-title`} mb="xs">
        {t('title')}
      </SectionTitle>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a file can be dropped, and the button inside does the same. */}
      <div
        className={classes.zone}
        data-over={over || undefined}
        onDragOver={onDragOver}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <input
          id={id}
          type="file"
          className={classes.input}
          accept=".xlsx,.csv"
          disabled={state.at === 'reading'}
          aria-invalid={state.at === 'failed'}
          aria-describedby={`${id}-limits ${id}-error`}
          onChange={(event) => {
            take(event.currentTarget.files)
            event.currentTarget.value = ''
          }}
        />
        <label htmlFor={id} className={classes.invitation}>
          <IconFileSpreadsheet size={24} stroke={1.5} aria-hidden />
          <span>
            <span className={classes.choose}>{t('choose')}</span>{' '}
            <Text span inherit c="dimmed" visibleFrom="sm">
              {t('drop')}
            </Text>
            <Muted component="span" display="block" id={`${id}-limits`}>
              {t('limits', { rows: MAX_IMPORT_ROWS })}
            </Muted>
          </span>
        </label>
        {state.at === 'reading' && (
          <div role="status">
            <Text size="sm" px="md">
              {t.rich('reading', { name: () => <bdi>{state.name}</bdi> })}
            </Text>
            <Progress value={100} animated size={4} mt="xs" aria-label={t('title')} />
          </div>
        )}
      </div>
      <Text
        id={`${id}-error`}
        role={state.at === 'failed' ? 'alert' : undefined}
        size="note"
        lh="inherit"
        mt="2xs"
        c="var(--mantine-color-error)"
      >
        {state.at === 'failed' && t(`failures.${state.why}`)}
      </Text>
      <Group gap="sm" mt="sm" wrap="wrap">
        <Muted flex="1 1 18rem">{t('template')}</Muted>
        <DownloadTable call={exportPapers} query={{ company_id }} disabled={false} />
      </Group>
    </Card>
  )
}
