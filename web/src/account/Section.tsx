import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Setting } from '../ui/Setting.tsx'

interface SectionProps {
  name: 'picture' | 'password' | 'twoStep' | 'language' | 'mails' | 'sessions'
  children: ReactNode
}

export function Section({ name, children }: SectionProps) {
  const t = useTranslations('account')
  return (
    <Setting id={`account-${name}`} title={t(`${name}.title`)} text={t(`${name}.text`)}>
      {children}
    </Setting>
  )
}
