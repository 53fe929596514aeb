import { KB, MB } from 'contract'
import { useTranslations } from 'use-intl'

/** `340 KB`, `2.4 MB`. */
export function useFileSize(): (bytes: number) => string {
  const t = useTranslations('ui.size')
  return (bytes) => {
    if (bytes < KB) return t('bytes', { size: bytes })
    if (bytes < MB) return t('kilobytes', { size: Math.round(bytes / KB) })
    return t('megabytes', { size: (bytes / MB).toFixed(1) })
  }
}
