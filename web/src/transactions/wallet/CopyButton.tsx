import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'

const COPIED_SIGN_MS = 3_000

/** Copies one value and says so. Without TLS there is no clipboard: no button shows then, and a click selects the value. */
export function CopyButton({ label, value }: { label: string; value: string }) {
  const t = useTranslations('billing.bank')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = window.setTimeout(() => setCopied(false), COPIED_SIGN_MS)
    return () => window.clearTimeout(timer)
  }, [copied])
  if (!window.isSecureContext) return null
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
  }
  const CopyIcon = copied ? IconCheck : IconCopy
  return (
    <>
      <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('copy', { label })} onClick={() => void copy()}>
        <CopyIcon size={17} stroke={1.6} />
      </ActionIcon>
      <VisuallyHidden role="status">{copied ? t('copied', { label }) : ''}</VisuallyHidden>
    </>
  )
}
