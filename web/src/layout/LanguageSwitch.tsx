import { UnstyledButton } from '@mantine/core'
import { NAMES } from '../messages/language.ts'
import { useWords } from '../messages/words.ts'
import { useChooseLanguage } from '../session/language.ts'
import classes from './LanguageSwitch.module.css'

/** Switches to the other language, shown by its own name; the choice is kept after the session (U13). */
export function LanguageSwitch() {
  const { language } = useWords()
  const choose = useChooseLanguage()
  const other = language === 'ar' ? 'en' : 'ar'
  return (
    <UnstyledButton lang={other} className={classes.switch ?? ''} onClick={() => void choose(other)}>
      {NAMES[other]}
    </UnstyledButton>
  )
}
