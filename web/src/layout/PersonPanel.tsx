import { SegmentedControl, Text, useMantineColorScheme } from '@mantine/core'
import { type Icon, IconDeviceDesktop, IconKeyboard, IconLogout, IconMoon, IconSun, IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Language, type User } from 'contract'
import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { NAMES } from '../messages/language.ts'
import { useWords } from '../messages/words.ts'
import { useChooseLanguage } from '../session/language.ts'
import { Muted } from '../ui/Muted.tsx'
import classes from './PersonPanel.module.css'
import { show } from './search/opened.ts'
import { useLogout } from './useLogout.ts'

export interface PersonPanelProps {
  user: User
  /** Closes it and gives the focus back. */
  onLeave: () => void
}

/** The own account, language, theme, keys and the way out. */
export function PersonPanel({ user, onLeave }: PersonPanelProps) {
  const t = useTranslations('shell')
  const { logout, busy } = useLogout()
  const showKeys = () => {
    onLeave()
    show('keys')
  }
  return (
    <>
      <div className={classes.head}>
        <Text component="bdi" display="block" size="sm" fw={600} id="person-name" style={{ overflowWrap: 'anywhere' }}>
          {user.full_name}
        </Text>
        <Muted component="bdi" display="block" truncate title={user.email}>
          {user.email}
        </Muted>
      </div>
      <div className={classes.group}>
        <Link to="/account" className={classes.entry} onClick={onLeave}>
          <EntryIcon Icon={IconUserCircle} />
          {t('account')}
        </Link>
        <button type="button" className={classes.entry} aria-keyshortcuts="?" onClick={showKeys}>
          <EntryIcon Icon={IconKeyboard} />
          {t('keys')}
        </button>
      </div>
      <div className={classes.group}>
        <LanguageChoice />
        <ThemeChoice />
      </div>
      <div className={classes.group}>
        <button type="button" className={classes.entry} disabled={busy} onClick={() => void logout()}>
          <EntryIcon Icon={IconLogout} />
          {t('logout')}
        </button>
      </div>
    </>
  )
}

const EntryIcon = ({ Icon }: { Icon: Icon }) => (
  <Icon size={18} stroke={1.6} {...(Icon === IconLogout && { 'data-flip': true })} aria-hidden />
)

interface ChoiceProps {
  label: string
  value: string
  data: { value: string; label: ReactNode }[]
  onChange: (value: string) => void
}

function Choice({ label, ...choice }: ChoiceProps) {
  const id = useId()
  return (
    <div className={classes.choice}>
      <Muted component="span" id={id}>
        {label}
      </Muted>
      <SegmentedControl fullWidth aria-labelledby={id} {...choice} />
    </div>
  )
}

/** Each language by its own name (U13). */
function LanguageChoice() {
  const t = useTranslations('shell')
  const { language } = useWords()
  const choose = useChooseLanguage()
  const data = Language.options.map((value) => ({ value, label: <span lang={value}>{NAMES[value]}</span> }))
  return <Choice label={t('language')} value={language} data={data} onChange={(value) => void choose(Language.parse(value))} />
}

const THEMES = [
  ['light', IconSun],
  ['dark', IconMoon],
  ['auto', IconDeviceDesktop],
] as const

/** The choice is kept after the session (U14). */
function ThemeChoice() {
  const t = useTranslations('shell')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const data = THEMES.map(([value, ThemeIcon]) => ({
    value,
    label: (
      <span className={classes.theme}>
        <ThemeIcon size={16} stroke={1.6} aria-hidden />
        {t(`themes.${value}`)}
      </span>
    ),
  }))
  return (
    <Choice label={t('themes.label')} value={colorScheme} data={data} onChange={(value) => setColorScheme(value as typeof colorScheme)} />
  )
}
