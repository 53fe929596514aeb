import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { CompanyCard } from 'contract'
import { useTranslations } from 'use-intl'
import { useUser } from '../session/session.ts'

interface CorrectButtonProps {
  company: CompanyCard
  onCorrect: (company: CompanyCard) => void
  className?: string | undefined
}

/** For administrators; a company corrects its own data on its profile (§6). */
export function CorrectButton({ company, onCorrect, className }: CorrectButtonProps) {
  const t = useTranslations('companies.correction')
  const { role } = useUser()
  if (role !== 'admin') return null
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      className={className ?? ''}
      aria-label={t('named', { name: company.name })}
      title={t('title')}
      onClick={() => onCorrect(company)}
    >
      <IconPencil size={18} stroke={1.6} />
    </ActionIcon>
  )
}
