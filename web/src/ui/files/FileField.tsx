import { Box, Button, Flex, Group, Input, Progress, Text } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import clsx from 'clsx'
import type { DocumentInfo } from 'contract'
import { type ClipboardEvent, type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '../../session/settings.ts'
import { Muted } from '../Muted.tsx'
import classes from './FileField.module.css'
import { FileThumbnail } from './FileThumbnail.tsx'
import { ACCEPTED } from './fileChecks.ts'
import { LostNote } from './LostNote.tsx'
import { useFileSize } from './useFileSize.ts'
import { type UploadState, type UploadToasts, useUpload } from './useUpload.ts'

const ROW = { align: 'center', rowGap: 'xs', columnGap: 'sm', mih: '4rem', px: 14, py: 10 } as const

interface FileFieldProps {
  label: string
  value: DocumentInfo | undefined
  onChange: (value: DocumentInfo | undefined) => void
  /** The id of the input, for the links of an error summary. */
  id?: string
  required?: boolean
  error?: ReactNode
  /** A remark on the stored file, which is accepted all the same. */
  remark?: ReactNode
  /** Called when the picture of the stored file is shown. */
  onPicture?: (image: HTMLImageElement) => void
  /** The buttons for the stored file, instead of Replace and Remove. */
  actions?: (replace: () => void) => ReactNode
  /** Called when an upload begins and ends, so that a form can wait for it. */
  onBusyChange?: (busy: boolean) => void
  /** The toasts of the upload: `stores` where `onChange` stores the file at once, with toasts of its own (§8). */
  toasts?: UploadToasts
}

/** Uploads one document as soon as it is chosen, dropped, pasted or photographed, and shows the progress. The value is the stored file (D1). */
export function FileField({ label, value, onChange, id, required = false, error, ...rest }: FileFieldProps) {
  const { remark, onPicture, actions, onBusyChange, toasts } = rest
  const t = useTranslations('file')
  const limit = useSettings().max_file_mb
  const ownId = useId()
  const inputId = id ?? ownId
  const input = useRef<HTMLInputElement>(null)
  const { state, start, cancel } = useUpload(onChange, toasts)
  useReportBusy(state.at === 'uploading', onBusyChange)
  const [several, setSeveral] = useState(false)
  const take = ([file, second]: ArrayLike<File> & Iterable<File>) => {
    setSeveral(second !== undefined)
    if (file && !second) void start(file)
  }
  const { over, dropping } = useDropping(take)
  const choose = () => input.current?.click()
  const failure = several ? t('several') : state.at === 'failed' ? state.text : error
  const empty = !value && state.at === 'idle'
  return (
    <Box miw={0} {...dropping} data-screen-only={empty || undefined}>
      <Input.Label htmlFor={inputId} required={required} fw={500} mb="2xs">
        {label}
      </Input.Label>
      <div className={clsx(classes.zone, !empty && classes.filled, over && classes.over, failure && classes.invalid)}>
        <input
          ref={input}
          id={inputId}
          type="file"
          className={classes.input}
          accept={ACCEPTED}
          required={required}
          aria-invalid={Boolean(failure)}
          aria-describedby={clsx(`${inputId}-limits`, failure && `${inputId}-error`, remark && `${inputId}-remark`)}
          onChange={(event) => {
            take(event.currentTarget.files ?? [])
            event.currentTarget.value = ''
          }}
        />
        {empty ? (
          <Invitation inputId={inputId} over={over} limit={limit} />
        ) : (
          <Chosen
            state={state}
            value={value}
            onPicture={onPicture}
            actions={actions}
            onCancel={cancel}
            onRetry={(file) => take([file])}
            onReplace={choose}
            onRemove={() => onChange(undefined)}
          />
        )}
        {!empty && (
          <span id={`${inputId}-limits`} hidden>
            {t('limits', { limit })}
          </span>
        )}
      </div>
      {remark && (
        <Muted component="div" id={`${inputId}-remark`} mt="2xs" lh="row">
          {remark}
        </Muted>
      )}
      {failure && (
        <Problem id={`${inputId}-error`} role={several || state.at === 'failed' ? 'alert' : undefined}>
          {failure}
        </Problem>
      )}
    </Box>
  )
}

const Problem = (props: { id: string; role: 'alert' | undefined; children: ReactNode }) => (
  <Text size="note" lh="inherit" mt="2xs" c="var(--mantine-color-error)" {...props} />
)

function Invitation({ inputId, over, limit }: { inputId: string; over: boolean; limit: number }) {
  const t = useTranslations('file')
  return (
    <Flex component="label" htmlFor={inputId} {...ROW} fz="sm" lh="row" className={classes.invitation}>
      <IconCloudUpload size={20} stroke={1.5} color="var(--muted)" aria-hidden />
      <span>
        {over ? (
          t('dropActive')
        ) : (
          <>
            <span className={classes.choose}>{t('choose')}</span>{' '}
            <Text span inherit c="dimmed" className={classes.orDrop}>
              {t('drop')}
            </Text>
          </>
        )}
        <Muted component="span" display="block" id={`${inputId}-limits`}>
          {t('limits', { limit })}
        </Muted>
      </span>
    </Flex>
  )
}

interface ChosenProps {
  state: UploadState
  value: DocumentInfo | undefined
  onPicture: FileFieldProps['onPicture']
  actions: FileFieldProps['actions']
  onCancel: () => void
  onRetry: (file: File) => void
  onReplace: () => void
  onRemove: () => void
}

function Chosen({ state, value, onPicture, actions, onCancel, onRetry, onReplace, onRemove }: ChosenProps) {
  const t = useTranslations('file')
  const size = useFileSize()
  const file = state.at === 'idle' ? value : state.file
  if (!file) return null
  const { name } = file
  const percent = state.at === 'uploading' ? Math.round(state.fraction * 100) : 0
  return (
    <Flex wrap="wrap" {...ROW}>
      <FileThumbnail file={file} onPicture={state.at === 'idle' ? onPicture : undefined} />
      <Box flex="1 1 8rem" miw={0} lh="row">
        <Text component="bdi" display="block" size="sm" truncate title={name}>
          {name}
        </Text>
        {state.at === 'idle' && value?.lost ? (
          <LostNote replaceable />
        ) : (
          <Muted component="span" display="block">
            {state.at === 'uploading' ? (percent === 0 ? t('preparing') : t('uploading', { percent })) : size(file.size)}
          </Muted>
        )}
        {state.at === 'uploading' && <Progress value={percent} size={4} aria-label={name} />}
      </Box>
      <Group gap="2xs" wrap="nowrap">
        {state.at === 'failed' && state.retry && (
          <Button size="compact-sm" variant="subtle" aria-label={t('retryNamed', { name })} onClick={() => onRetry(state.file)}>
            {t('retry')}
          </Button>
        )}
        {state.at === 'uploading' && (
          <Button size="compact-sm" variant="subtle" aria-label={t('cancelNamed', { name })} onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
        {state.at === 'idle' && actions?.(onReplace)}
        {(state.at === 'failed' || (state.at === 'idle' && !actions)) && (
          <>
            <Button size="compact-sm" variant="subtle" aria-label={t('replaceNamed', { name })} onClick={onReplace}>
              {t('replace')}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              aria-label={t('removeNamed', { name })}
              onClick={state.at === 'failed' ? onCancel : onRemove}
            >
              {t('remove')}
            </Button>
          </>
        )}
      </Group>
    </Flex>
  )
}

/** Takes what is dropped on the field or pasted into it. */
function useDropping(take: (files: FileList) => void) {
  const [over, setOver] = useState(false)
  const dropping = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      take(event.dataTransfer.files)
    },
    onPaste: (event: ClipboardEvent) => take(event.clipboardData.files),
  }
  return { over, dropping }
}

function useReportBusy(busy: boolean, report: ((busy: boolean) => void) | undefined): void {
  const latest = useRef(report)
  useEffect(() => {
    latest.current = report
  })
  useEffect(() => {
    if (!busy) return
    latest.current?.(true)
    return () => latest.current?.(false)
  }, [busy])
}
