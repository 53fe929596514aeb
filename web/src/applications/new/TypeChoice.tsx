import { UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconRefresh, IconUserPlus } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFocusOnMount } from '../../ui/useFocusOnMount.ts'
import classes from './TypeChoice.module.css'

const CHOICES = [
  { type: 'existing', Icon: IconRefresh },
  { type: 'new', Icon: IconUserPlus },
] as const

export type ApplicationChoice = (typeof CHOICES)[number]['type']
export const isChoice = (value: string): value is ApplicationChoice => CHOICES.some(({ type }) => type === value)

interface TypeChoiceProps {
  onChoose: (type: ApplicationChoice) => void
  takesFocus: boolean
}

/** The first step: for whom the application is. */
export function TypeChoice({ onChoose, takesFocus }: TypeChoiceProps) {
  const t = useTranslations('newApplication')
  const heading = useFocusOnMount<HTMLHeadingElement>(takesFocus)
  return (
    <section className={classes.choice} aria-labelledby="choose-type">
      <h2 id="choose-type" ref={heading} tabIndex={-1} className={classes.title}>
        {t('chooseTitle')}
      </h2>
      {CHOICES.map(({ type, Icon }) => (
        <UnstyledButton key={type} className={classes.option} onClick={() => onChoose(type)}>
          <Icon size={24} stroke={1.5} className={classes.icon} aria-hidden />
          <span className={classes.words}>
            <span className={classes.name}>{t(`types.${type}`)}</span>
            <span className={classes.text}>{t(`types.${type}Text`)}</span>
          </span>
          <IconChevronRight size={18} className={classes.arrow} aria-hidden />
        </UnstyledButton>
      ))}
    </section>
  )
}
