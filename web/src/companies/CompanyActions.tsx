import { ActionIcon } from '@mantine/core'
import { IconFiles, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react'
import { type CompanyCard as Company, deleteCompany } from 'contract'
import { useTranslations } from 'use-intl'
import { useUser } from '../session/session.ts'
import { type RowAction, RowMenu } from '../ui/RowMenu.tsx'
import classes from './CompaniesTable.module.css'
import type { CompanyListProps } from './CompanyCard.tsx'

interface CompanyMenuProps extends Pick<CompanyListProps, 'onDelete' | 'onCorrect'> {
  company: Company
  size?: number
  className?: string | undefined
}

/** For administrators; a company corrects its own data on its profile (§6). */
export function CompanyMenu({ company, onDelete, onCorrect, ...look }: CompanyMenuProps) {
  const t = useTranslations('companies')
  const history = useTranslations('history')
  const { role } = useUser()
  const actions: RowAction[] = [
    { key: 'correct', label: t('correction.title'), Icon: IconPencil, run: () => onCorrect(company) },
    { key: 'journal', label: history('accesses'), Icon: IconHistory, link: { to: '/journal', search: { record_id: company.id } } },
    { key: 'delete', label: t('delete'), Icon: IconTrash, run: () => onDelete(company), danger: true },
  ]
  return <RowMenu name={company.name} actions={deleteCompany.access.some((allowed) => allowed === role) ? actions : []} {...look} />
}

interface CompanyActionsProps extends Pick<CompanyListProps, 'onDocuments' | 'onDelete' | 'onCorrect'> {
  company: Company
}

export function CompanyActions({ company, onDocuments, onDelete, onCorrect }: CompanyActionsProps) {
  const t = useTranslations('companies')
  const { name, document_count: count } = company
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
      <CompanyMenu {...{ company, onDelete, onCorrect }} size={36} />
    </span>
  )
}
