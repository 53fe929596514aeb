import { useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './Reference.module.css'

/** The number of the server's log entry for a failure, to copy (U20). */
export function Reference({ id }: { id: string }) {
  const t = useTranslations('ui')
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(id)
    setCopied(true)
  }
  return (
    <span className={classes.reference}>
      <span>{t.rich('reference', { id: () => <code className={classes.id}>{id}</code> })}</span>
      {/* Without TLS there is no clipboard; a click still selects the number. */}
      {window.isSecureContext && (
        <button type="button" className={classes.copy} aria-live="polite" onClick={() => void copy()}>
          {t(copied ? 'copied' : 'copy')}
        </button>
      )}
    </span>
  )
}
