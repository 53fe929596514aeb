import { Radio } from '@mantine/core'
import { Language, type Preferences } from 'contract'
import { useTranslations } from 'use-intl'
import { keepLanguage } from '../session/language.ts'
import classes from './AccountScreen.module.css'
import { Section } from './Section.tsx'
import { useSavePreferences } from './usePreferences.ts'

/** Each language by its own name, whatever the language of the screen. */
const NAMES: Record<Language, string> = { en: 'English', ar: 'العربية' }

export function LanguageSection({ preferences }: { preferences: Preferences }) {
  const t = useTranslations('account.language')
  const { run, busy } = useSavePreferences()
  const choose = async (choice: string) => {
    const saved = await run({ body: { language: Language.parse(choice) } })
    if (saved) keepLanguage(saved.language)
  }
  return (
    <Section name="language">
      <Radio.Group aria-label={t('title')} value={preferences.language} onChange={(choice) => void choose(choice)}>
        <div className={classes.options}>
          {Language.options.map((language) => (
            <Radio key={language} value={language} label={<span lang={language}>{NAMES[language]}</span>} disabled={busy} />
          ))}
        </div>
      </Radio.Group>
    </Section>
  )
}
