import { useTranslations } from 'use-intl'

const BYTES_PER_KB = 1024

/** `340 KB`, `2.4 MB`. */
export function useFileSize(): (bytes: number) => string {
  const t = useTranslations('ui.size')
  return (bytes) => {
    if (bytes < BYTES_PER_KB) return t('bytes', { size: bytes })
    if (bytes < BYTES_PER_KB * BYTES_PER_KB) return t('kilobytes', { size: Math.round(bytes / BYTES_PER_KB) })
    return t('megabytes', { size: (bytes / BYTES_PER_KB / BYTES_PER_KB).toFixed(1) })
  }
}
