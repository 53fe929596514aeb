import { useTranslations } from 'use-intl'
import { currentLanguage } from '../messages/language.ts'
import { ruleWords } from './ruleWords.ts'

export const useRuleWords = () => ruleWords({ t: useTranslations('rules'), enums: useTranslations('enums'), language: currentLanguage() })
