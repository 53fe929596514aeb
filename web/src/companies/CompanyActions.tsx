import { ActionIcon } from '@mantine/core'
import { IconFiles, IconTrash } from '@tabler/icons-react'
import { type CompanyCard as Company, deleteCompany } from 'contract'
import { useTranslations } from 'use-intl'
import { JournalLink } from '../panels/JournalLink.tsx'
import { useUser } from '../session/session.ts'
import classes from './CompaniesTable.module.css'
import type { CompanyListProps } from './CompanyCard.tsx'
import { CorrectButton } from './CorrectButton.tsx'

interface CompanyActionsProps extends Pick<CompanyListProps, 'onDocuments' | 'onDelete' | 'onCorrect'> {
  company: Company
}

export function CompanyActions({ company, onDocuments, onDelete, onCorrect }: CompanyActionsProps) {
  const t = useTranslations('companies')
  const { role } = useUser()
  const { id, name, document_count: count } = company
  return (
    <span className={classes.actions}>
      <span aria-hidden className={classes.count}>
        {count}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('documentsOf', { name, count })}
        title={t('viewDocuments', { count })}
        onClick={() => onDocuments(company)}
      >
        <IconFiles size={18} stroke={1.6} />
      </ActionIcon>
      <CorrectButton company={company} onCorrect={onCorrect} />
      <JournalLink id={id} name={name} />
      {deleteCompany.access.some((allowed) => allowed === role) && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('deleteNamed', { name })}
          title={t('delete')}
          onClick={() => onDelete(company)}
        >
          <IconTrash size={18} stroke={1.6} />
        </ActionIcon>
      )}
    </span>
  )
}
