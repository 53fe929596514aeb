import { useTranslations } from 'use-intl'
import { Muted } from '../Muted.tsx'
import classes from './PasswordStrength.module.css'
import { strengthOf } from './strength.ts'

const LEVELS = ['weak', 'fair', 'good', 'strong'] as const

/** A hint, never a hurdle (A10). */
export function PasswordStrength({ password }: { password: string }) {
  const t = useTranslations('registration.strength')
  const strength = strengthOf(password)
  const level = LEVELS[strength - 1]
  if (!level) return null
  return (
    <Muted component="div" mt="xs">
      <div className={classes.strength} aria-hidden>
        {LEVELS.map((name, index) => (
          <span key={name} data-on={index < strength || undefined} />
        ))}
      </div>
      <span role="status">{t('label', { level: t(level) })}</span>
    </Muted>
  )
}
