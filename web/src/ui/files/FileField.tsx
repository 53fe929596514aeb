import { Button, Progress } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import clsx from 'clsx'
import type { DocumentInfo } from 'contract'
import { type ClipboardEvent, type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '../../session/settings.ts'
import classes from './FileField.module.css'
import { FileThumbnail } from './FileThumbnail.tsx'
import { ACCEPTED } from './fileChecks.ts'
import { useFileSize } from './useFileSize.ts'
import { type UploadState, type UploadToasts, useUpload } from './useUpload.ts'

interface FileFieldProps {
  label: string
  value: DocumentInfo | undefined
  onChange: (value: DocumentInfo | undefined) => void
  /** The id of the input, for the links of an error summary. */
  id?: string
  required?: boolean
  error?: ReactNode
  /** What is to be said of the stored file, without refusing it. */
  remark?: ReactNode
  /** Told when the picture of the stored file is shown. */
  onPicture?: (image: HTMLImageElement) => void
  /** What can be done with the stored file, instead of Replace and Remove. */
  actions?: (replace: () => void) => ReactNode
  /** Told when an upload begins and ends, so that a form can wait for it. */
  onBusyChange?: (busy: boolean) => void
  /** The toasts of the upload where the document has a name of its own (§8). */
  ready?: UploadToasts
}

/** One document: chosen, dropped, pasted or photographed, uploaded at once with progress; the value is the stored file (D1). */
export function FileField({ label, value, onChange, id, required = false, error, ...rest }: FileFieldProps) {
  const { remark, onPicture, actions, onBusyChange, ready } = rest
  const t = useTranslations('ui.file')
  const limit = useSettings().max_file_mb
  const ownId = useId()
  const inputId = id ?? ownId
  const input = useRef<HTMLInputElement>(null)
  const { state, start, cancel } = useUpload(onChange, ready)
  useTellBusy(state.at === 'uploading', onBusyChange)
  const take = (file: File | undefined) => {
    if (file) void start(file)
  }
  const { over, dropping } = useDropping(take)
  const choose = () => input.current?.click()
  const failure = state.at === 'failed' ? state.text : error
  const empty = !value && state.at === 'idle'
  return (
    <div className={classes.field} {...dropping}>
      <label htmlFor={inputId} className={classes.label}>
        {label}
        {required && (
          <span className={classes.required} aria-hidden>
            {' *'}
          </span>
        )}
      </label>
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
            take(event.currentTarget.files?.[0])
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
            onRetry={take}
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
        <div id={`${inputId}-remark`} className={classes.remark}>
          {remark}
        </div>
      )}
      {failure && (
        <p id={`${inputId}-error`} className={classes.error} role={state.at === 'failed' ? 'alert' : undefined}>
          {failure}
        </p>
      )}
    </div>
  )
}

function Invitation({ inputId, over, limit }: { inputId: string; over: boolean; limit: number }) {
  const t = useTranslations('ui.file')
  return (
    <label htmlFor={inputId} className={classes.invitation}>
      <IconCloudUpload size={20} stroke={1.5} aria-hidden />
      <span>
        {over ? (
          t('dropActive')
        ) : (
          <>
            <span className={classes.choose}>{t('choose')}</span> <span className={classes.orDrop}>{t('drop')}</span>
          </>
        )}
        <span id={`${inputId}-limits`} className={classes.limits}>
          {t('limits', { limit })}
        </span>
      </span>
    </label>
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
  const t = useTranslations('ui.file')
  const size = useFileSize()
  const file = state.at === 'idle' ? value : state.file
  if (!file) return null
  const { name } = file
  const percent = state.at === 'uploading' ? Math.round(state.fraction * 100) : 0
  return (
    <div className={classes.chosen}>
      <FileThumbnail file={file} onPicture={state.at === 'idle' ? onPicture : undefined} />
      <div className={classes.about}>
        <bdi className={classes.name} title={name}>
          {name}
        </bdi>
        <span className={classes.size}>
          {state.at === 'uploading' ? (percent === 0 ? t('preparing') : t('uploading', { percent })) : size(file.size)}
        </span>
        {state.at === 'uploading' && <Progress value={percent} size={4} aria-label={name} />}
      </div>
      <div className={classes.actions}>
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
      </div>
    </div>
  )
}

/** A file may be dropped on the field, or pasted into it. */
function useDropping(take: (file: File | undefined) => void) {
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
      take(event.dataTransfer.files[0])
    },
    onPaste: (event: ClipboardEvent) => take(event.clipboardData.files[0]),
  }
  return { over, dropping }
}

function useTellBusy(busy: boolean, tell: ((busy: boolean) => void) | undefined): void {
  const latest = useRef(tell)
  useEffect(() => {
    latest.current = tell
  })
  useEffect(() => {
    if (!busy) return
    latest.current?.(true)
    return () => latest.current?.(false)
  }, [busy])
}
