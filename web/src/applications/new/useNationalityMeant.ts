import { searchable } from 'contract'
import { useTranslations } from 'use-intl'
import { confirm } from '../../feedback/confirm.ts'
import { NATIONALITIES } from '../../ui/forms/nationalities.ts'

/** Asks about a nationality that is not in the list; resolves to false where it is to be changed. */
export function useNationalityMeant(): (given: string) => Promise<boolean> {
  const t = useTranslations('newApplication.nationality')
  return async (given) => {
    const wanted = searchable(given)
    const listed = NATIONALITIES.map((name) => ({ name, text: searchable(name) }))
    if (wanted === '' || listed.some(({ text }) => text === wanted)) return true
    const near = listed.find(({ text }) => text.startsWith(wanted)) ?? listed.find(({ text }) => text.includes(wanted))
    return confirm({
      title: t('title', { given: given.trim() }),
      body: near ? t('near', { near: near.name }) : t('unknown'),
      action: t('action'),
      decline: t('decline'),
      destructive: false,
    })
  }
}
