import type { Paper } from 'contract'
import { useTranslations } from 'use-intl'

/** The kind in words, or the title of another paper. */
export function usePaperName(): (paper: Pick<Paper, 'kind' | 'title'>) => string {
  const kinds = useTranslations('enums.paperKind')
  return ({ kind, title }) => title ?? kinds(kind)
}
