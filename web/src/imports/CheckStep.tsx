import { Button, Group, Progress, SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { checkImport, type Import, runImport } from 'contract'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../api/useAction.ts'
import { Card } from '../ui/Card.tsx'
import { saveFile } from '../ui/files/saveFile.ts'
import rows from '../ui/Rows.module.css'
import { SectionTitle } from '../ui/SectionTitle.tsx'
import type { Done } from './DoneStep.tsx'
import { problemLines } from './problemLines.ts'
import { RowCard } from './RowCard.tsx'
import { countsOf, SHOWS, type Show, shownOf, writtenOf } from './shows.ts'
import { useImportWords } from './useImportWords.ts'
import { useRows } from './useRows.ts'
import type { SheetRows } from './useSheet.ts'

interface CheckStepProps {
  company_id: string
  file: string
  given: SheetRows
  onDone: (done: Done) => void
}

/** Of the name of a file. */
const MOST_CHARACTERS = 200
/** What stands on the page at once. */
const PAGE = 50

/** A dry run row by row; what is wrong is mended in place and checked again. */
export function CheckStep({ company_id, file, given, onDone }: CheckStepProps) {
  const t = useTranslations('imports.check')
  const id = useId()
  const of = useRows(given)
  const [fingerprint, setFingerprint] = useState('')
  const [show, setShow] = useState<Show>()
  const counts = countsOf(of.lines)
  const written = writtenOf(of.lines)
  const body = { company_id, ...of.sheet }
  const checking = useAction(checkImport, {
    onDone: (reply) => {
      setFingerprint(reply.fingerprint)
      of.take(reply.rows)
    },
  })
  const check = () => void checking.run({ body })
  const running = useAction(runImport, {
    onDone: (run: Import) => onDone({ run, same: written.same }),
    // Somebody else has changed what is on record: the rows say what would happen now.
    onRefused: ({ status }) => status === 409 && check(),
  })
  const first = useRef(check)
  useEffect(() => first.current(), [])
  const none = written.people === 0 && !written.company
  const what = written.company ? (written.people > 0 ? 'importBoth' : 'importCompany') : 'import'
  const shown = show ?? (counts.refused > 0 ? 'refused' : counts.changed > 0 ? 'changed' : 'all')
  return (
    <Card component="section" mt="md" aria-labelledby={id} aria-busy={checking.busy || running.busy}>
      <SectionTitle id={id}>{t('title')}</SectionTitle>
      <Busy busy={checking.busy || running.busy} text={t(running.busy ? 'importing' : 'checking', { count: of.lines.length })} />
      {counts.unchecked === of.lines.length && checking.refusal && (
        <Button mt="xs" onClick={check}>
          {t('again')}
        </Button>
      )}
      {counts.unchecked < of.lines.length && (
        <Stack gap="sm" mt="xs">
          <Text size="sm" role="status">
            {t('summary', { ...counts })}
          </Text>
          <Group gap="sm">
            {of.checked && counts.refused === 0 ? (
              <Button
                disabled={none}
                loading={running.busy}
                onClick={() => void running.run({ body: { ...body, file_name: file.slice(0, MOST_CHARACTERS), fingerprint } })}
              >
                {t(what, { count: written.people })}
              </Button>
            ) : (
              <Button loading={checking.busy} onClick={check}>
                {t('again')}
              </Button>
            )}
            {counts.refused > 0 && <DownloadProblems of={of.lines} file={file} />}
          </Group>
          <Text size="note" lh="inherit" c="dimmed">
            {t(counts.refused > 0 ? 'mend' : none ? 'nothing' : 'all')}
          </Text>
          <SegmentedControl
            aria-label={t('show')}
            styles={{ label: { paddingInline: 'var(--mantine-spacing-2xs)' } }}
            value={shown}
            onChange={(value) => setShow(value as Show)}
            data={SHOWS.map((value) => ({
              value,
              label: t(`shows.${value}`, { count: value === 'all' ? of.lines.length : counts[value] }),
            }))}
          />
          <Lines key={shown} of={of} show={shown} />
        </Stack>
      )}
    </Card>
  )
}

function Lines({ of, show }: { of: ReturnType<typeof useRows>; show: Show }) {
  const t = useTranslations('imports.check')
  const [most, setMost] = useState(PAGE)
  const lines = shownOf(of.lines, show)
  return (
    <>
      <ul className={rows.rows} aria-label={t('lines')}>
        {lines.slice(0, most).map((line) => (
          <RowCard key={line.line} of={line} setCell={of.setCell} onLeaveOut={() => of.leaveOut(line.line)} />
        ))}
      </ul>
      {lines.length > most && (
        <Button variant="default" onClick={() => setMost(most + PAGE)}>
          {t('more', { left: lines.length - most })}
        </Button>
      )}
    </>
  )
}

/** After a second a bar, because many rows take some. */
function Busy({ busy, text }: { busy: boolean; text: string }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = window.setTimeout(() => setLate(true), 1_000)
    return () => {
      window.clearTimeout(timer)
      setLate(false)
    }
  }, [busy])
  return (
    <>
      <VisuallyHidden role="status">{busy && text}</VisuallyHidden>
      {busy && late && (
        <Stack gap="2xs" mt="xs">
          <Text size="sm" aria-hidden>
            {text}
          </Text>
          <Progress value={100} animated size={4} aria-label={text} />
        </Stack>
      )}
    </>
  )
}

/** For whoever mends them in the spreadsheet. */
function DownloadProblems({ of, file }: { of: ReturnType<typeof useRows>['lines']; file: string }) {
  const t = useTranslations('imports.check')
  const words = useImportWords()
  const download = () => {
    const text = problemLines(of, { head: t('problems'), ...words })
    saveFile(new Blob([text], { type: 'text/csv' }), `${file.replace(/\.\w+$/, '')}-${t('fileName')}.csv`)
  }
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
      {t('download')}
    </Button>
  )
}
