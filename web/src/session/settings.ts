import { getSettings, type Settings } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'

const DEFAULT_MAX_FILE_MB = 10

/** What the screens need to know of this installation; sensible values until the server has told them. */
export function useSettings(): Settings {
  const t = useTranslations('shell')
  const { data } = useLoad(getSettings, {}, { staleTime: Number.POSITIVE_INFINITY })
  return data ?? { product_name: t('product'), support_contact: null, google_sign_in: false, max_file_mb: DEFAULT_MAX_FILE_MB }
}
