import { Box, SimpleGrid } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Muted } from '../Muted.tsx'
import { strengthOf } from './strength.ts'

const LEVELS = ['weak', 'fair', 'good', 'strong'] as const

/** Shows how strong a password is; a weak one is accepted (A10). */
export function PasswordStrength({ password }: { password: string }) {
  const t = useTranslations('registration.strength')
  const strength = strengthOf(password)
  const level = LEVELS[strength - 1]
  if (!level) return null
  return (
    <Muted component="div" mt="xs">
      <SimpleGrid cols={4} spacing="2xs" my="2xs" aria-hidden>
        {LEVELS.map((name, index) => (
          <Box key={name} h={3} bdrs={2} bg={index >= strength ? 'var(--hairline)' : strength < 3 ? 'var(--accent)' : 'var(--link)'} />
        ))}
      </SimpleGrid>
      <span role="status">{t('label', { level: t(level) })}</span>
    </Muted>
  )
}
