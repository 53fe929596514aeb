import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import classes from './Reference.module.css'
import { Reference } from './Reference.tsx'
import type { Refused, Toast, Undo } from './toast.ts'

const DONE_TOAST_MS = 5_000
/** Long enough to read, decide and reach the button by keyboard. */
const UNDO_TOAST_MS = 12_000
const FAILED_TOAST_MS = 8_000
/** Long enough to copy the number. */
const REFERENCE_TOAST_MS = 20_000

const DONE = { role: 'status', color: 'brand', icon: <IconCircleCheck size={18} /> } as const
const NEWS = { role: 'status', color: 'gray', icon: <IconInfoCircle size={18} /> } as const
const FAILED = { role: 'alert', color: 'red', icon: <IconAlertCircle size={18} /> } as const

/** The text is the id, so that equal toasts do not stack (U6). */
export function showToast(toast: Toast): void {
  const { kind, text } = toast
  if (kind === 'failed') showFailure(toast)
  else if (kind === 'news') notifications.show({ ...NEWS, id: text, message: text, autoClose: FAILED_TOAST_MS })
  else if (toast.undo) showUndoable(text, toast.undo)
  else notifications.show({ ...DONE, id: text, message: text, autoClose: DONE_TOAST_MS })
}

function showFailure({ text, refusal, milliseconds }: Toast & { kind: 'failed' }): void {
  const autoClose = milliseconds ?? (isUnexpected(refusal) ? REFERENCE_TOAST_MS : FAILED_TOAST_MS)
  notifications.show({ ...FAILED, id: text, message: <FailedText text={text} refusal={refusal} />, autoClose })
}

/** The id of the toast with Undo; a new one replaces it, as only the last change can be undone. */
let undoable = ''
let shown = 0

function showUndoable(text: string, undo: Undo): void {
  notifications.hide(undoable)
  shown += 1
  const id = `${text} ${shown}`
  undoable = id
  const run = () => {
    notifications.hide(id)
    undo.run()
  }
  const message = (
    <span className={classes.undoable}>
      <span>{text}</span>
      <button type="button" className={classes.copy} onClick={run}>
        {undo.label}
      </button>
    </span>
  )
  notifications.show({ ...DONE, id, message, autoClose: UNDO_TOAST_MS })
}

const isUnexpected = (refusal: Refused | undefined): boolean => refusal !== undefined && refusal.status >= 500

function FailedText({ text, refusal }: { text: string; refusal: Refused | undefined }) {
  const t = useTranslations('ui')
  return (
    <>
      <span>{text}</span>
      {refusal?.status === 0 && <span className={classes.reference}>{t('offline')}</span>}
      {isUnexpected(refusal) && refusal?.request_id && <Reference id={refusal.request_id} />}
    </>
  )
}
