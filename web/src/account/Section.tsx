import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { SectionTitle } from '../ui/SectionTitle.tsx'
import classes from './AccountScreen.module.css'

interface SectionProps {
  name: 'picture' | 'password' | 'twoStep' | 'language' | 'mails' | 'sessions'
  children: ReactNode
}

/** One setting: its name on the left, its controls on the right. */
export function Section({ name, children }: SectionProps) {
  const t = useTranslations('account')
  return (
    <section className={classes.section} aria-labelledby={`account-${name}`}>
      <div>
        <SectionTitle id={`account-${name}`}>{t(`${name}.title`)}</SectionTitle>
        <Text size="sm" lh="prose" mt="2xs" c="dimmed">
          {t(`${name}.text`)}
        </Text>
      </div>
      <Box miw={0}>{children}</Box>
    </section>
  )
}
