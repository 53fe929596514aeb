import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import classes from './Reference.module.css'
import { Reference } from './Reference.tsx'

const DONE_TOAST_MS = 5_000
/** Long enough to read, decide and reach the button by keyboard. */
const UNDO_TOAST_MS = 12_000
const FAILED_TOAST_MS = 8_000
/** Long enough to copy the number. */
const REFERENCE_TOAST_MS = 20_000

export interface Undo {
  label: string
  run: () => void
}

const DONE = { role: 'status', color: 'brand', icon: <IconCircleCheck size={18} /> } as const

/** Shows a success, announced politely. The text is the id, so that equal toasts do not stack (U6). */
export function showDone(text: string, undo?: Undo): void {
  if (undo) showUndoable(text, undo)
  else notifications.show({ ...DONE, id: text, message: text, autoClose: DONE_TOAST_MS })
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

/** Shows what somebody else has done: neither a success nor a failure. */
export function showNews(text: string): void {
  notifications.show({
    id: text,
    message: text,
    role: 'status',
    color: 'gray',
    icon: <IconInfoCircle size={18} />,
    autoClose: FAILED_TOAST_MS,
  })
}

/** What a toast shows of a refused call; `status` 0: no answer. */
interface Refused {
  status: number
  request_id: string | undefined
}

interface Failure {
  milliseconds?: number
  /** If no answer came, the toast says what to do; if the failure is unexpected, it shows the reference (U20). */
  refusal?: Refused | undefined
}

/** Shows a failure, announced at once. */
export function showFailed(text: string, { refusal, milliseconds }: Failure = {}): void {
  const autoClose = milliseconds ?? (isUnexpected(refusal) ? REFERENCE_TOAST_MS : FAILED_TOAST_MS)
  const message = <FailedText text={text} refusal={refusal} />
  notifications.show({ id: text, message, role: 'alert', color: 'red', icon: <IconAlertCircle size={18} />, autoClose })
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
