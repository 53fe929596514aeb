import { useTranslations } from 'use-intl'
import { confirm } from '../../feedback/confirm.ts'
import { findNationality, matchNationalities } from '../../ui/forms/nationalityNames.ts'

/** Asks about a nationality that is not in the list; resolves to false where it is to be changed. */
export function useNationalityMeant(): (given: string) => Promise<boolean> {
  const t = useTranslations('newApplication.nationality')
  return async (given) => {
    if (given.trim() === '' || findNationality(given)) return true
    const [near] = matchNationalities(given)
    return confirm({
      title: t('title', { given: given.trim() }),
      body: near ? t('near', { near: near.name }) : t('unknown'),
      action: t('action'),
      decline: t('decline'),
      destructive: false,
    })
  }
}
