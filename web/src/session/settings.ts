import { getSettings, type Settings } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'

const DEFAULT_MAX_FILE_MB = 10

/** The settings of this installation; defaults until the server has answered. */
export function useSettings(): Settings {
  const t = useTranslations('shell')
  const { data } = useLoad(getSettings, {}, { staleTime: Number.POSITIVE_INFINITY })
  return data ?? { product_name: t('product'), support_contact: null, google_sign_in: false, max_file_mb: DEFAULT_MAX_FILE_MB }
}
