import { Box, Flex, Text, UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconRefresh, IconUserPlus } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { useFocusOnMount } from '../../ui/useFocusOnMount.ts'
import classes from './NewApplicationScreen.module.css'

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

/** The first step: who the application is for. */
export function TypeChoice({ onChoose, takesFocus }: TypeChoiceProps) {
  const t = useTranslations('newApplication')
  const heading = useFocusOnMount<HTMLHeadingElement>(takesFocus)
  return (
    <Flex component="section" direction="column" gap="sm" maw="38rem" aria-labelledby="choose-type">
      <SectionTitle id="choose-type" ref={heading} tabIndex={-1} fw={500} mb="2xs">
        {t('chooseTitle')}
      </SectionTitle>
      {CHOICES.map(({ type, Icon }) => (
        <UnstyledButton key={type} className={classes.option} onClick={() => onChoose(type)}>
          <Icon size={24} stroke={1.5} color="var(--link)" aria-hidden />
          <Box component="span" flex={1} miw={0}>
            <Text span display="block" fw={600}>
              {t(`types.${type}`)}
            </Text>
            <Text span display="block" size="sm" c="dimmed">
              {t(`types.${type}Text`)}
            </Text>
          </Box>
          <IconChevronRight size={18} color="var(--muted)" data-flip aria-hidden />
        </UnstyledButton>
      ))}
    </Flex>
  )
}
