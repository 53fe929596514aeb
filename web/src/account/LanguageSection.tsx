import { Flex, Radio } from '@mantine/core'
import { Language, type Preferences } from 'contract'
import { useTranslations } from 'use-intl'
import { NAMES } from '../messages/language.ts'
import { useChooseLanguage } from '../session/language.ts'
import { Section } from './Section.tsx'
import { useSavePreferences } from './usePreferences.ts'

export function LanguageSection({ preferences }: { preferences: Preferences }) {
  const t = useTranslations('account.language')
  const { run, busy } = useSavePreferences()
  const show = useChooseLanguage()
  const choose = async (choice: string) => {
    const saved = await run({ body: { language: Language.parse(choice) } })
    if (saved) await show(saved.language)
  }
  return (
    <Section name="language">
      <Radio.Group aria-label={t('title')} value={preferences.language} onChange={(choice) => void choose(choice)}>
        <Flex wrap="wrap" rowGap="sm" columnGap="xl">
          {Language.options.map((language) => (
            <Radio key={language} value={language} label={<span lang={language}>{NAMES[language]}</span>} disabled={busy} />
          ))}
        </Flex>
      </Radio.Group>
    </Section>
  )
}
