import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconAlertTriangle, IconFiles } from '@tabler/icons-react'
import { type CompanyCard as Company, CompanyCategory } from 'contract'
import { useTranslations } from 'use-intl'
import { useSession, useUser } from '../session/session.ts'
import { ButtonRow } from '../ui/ButtonRow.tsx'
import { Card } from '../ui/Card.tsx'
import { Fact, Facts } from '../ui/Facts.tsx'
import { Note } from '../ui/Note.tsx'
import { Highlight } from '../ui/signs/Highlight.tsx'
import { Money } from '../ui/signs/Money.tsx'
import { CategoryTag } from './CategoryTag.tsx'
import { CompanyMenu } from './CompanyActions.tsx'
import classes from './CompanyCard.module.css'
import { ReadinessDot } from './ReadinessDot.tsx'

export interface CompanyListProps {
  companies: readonly Company[]
  /** The search, to mark its matches. */
  search: string
  onDocuments: (company: Company) => void
  onCategory: (company: Company, category: Company['category']) => void
  onDelete: (company: Company) => void
  onCorrect: (company: Company) => void
}

interface CompanyCardProps extends Omit<CompanyListProps, 'companies'> {
  company: Company
  /** Whether the card is in the board, where an admin can also drag it to the other category (WCAG 2.5.7: the dropdown does the same). */
  inColumn?: boolean
}

/** One company with everything that §2 lists, and controls for the admin. */
export function CompanyCard({ company, search, inColumn = false, onDocuments, onCategory, onDelete, onCorrect }: CompanyCardProps) {
  const t = useTranslations('companies')
  const { activeCompanyId } = useSession()
  const { role } = useUser()
  const isAdmin = role === 'admin'
  const Name = inColumn ? 'h3' : 'h2'
  return (
    <Card
      component="li"
      className={classes.card}
      aria-label={company.name}
      draggable={inColumn && isAdmin}
      onDragStart={(event) => event.dataTransfer.setData('text/plain', company.id)}
    >
      <div className={classes.head}>
        <Name className={classes.name}>
          <Highlight text={company.name} search={search} />
        </Name>
        <Group gap={6}>
          <CategoryTag category={company.category} />
          <ReadinessDot company={company} />
          {company.id === activeCompanyId && (
            <Text span size="note" lh="inherit" fw={500} c="var(--green-text)">
              {t('active')}
            </Text>
          )}
        </Group>
        {company.trade_license_seen_before && (
          <Note hue="amber" Icon={IconAlertTriangle}>
            {t('seenBefore')}
          </Note>
        )}
      </div>
      <Facts className={classes.facts}>
        <Fact name={t('tradeLicense')}>
          <bdi>{company.trade_license}</bdi>
        </Fact>
        <Fact name={t('contact')}>
          <bdi>{company.contact_person}</bdi>
        </Fact>
        <Fact name={t('email')}>
          <bdi>
            <EmailLink address={company.email} />
          </bdi>
        </Fact>
        <Fact name={t('phone')}>
          <bdi>
            <PhoneLink phone={company.phone} />
          </bdi>
        </Fact>
        <Fact name={t('totalEmployees')}>{t('records', { count: company.employee_count })}</Fact>
        {company.balance !== null && (
          <Fact name={t('balance')}>
            <Money aed={company.balance} />
          </Fact>
        )}
        {company.due !== null && (
          <Fact name={t('due')}>
            <Text span inherit {...(company.due > 0 && { c: 'var(--accent)', fw: 600 })}>
              <Money aed={company.due} />
            </Text>
          </Fact>
        )}
      </Facts>
      <ButtonRow className={classes.actions ?? ''}>
        <Button
          variant="default"
          leftSection={<IconFiles size={16} stroke={1.75} aria-hidden />}
          aria-label={t('documentsOf', { name: company.name, count: company.document_count })}
          onClick={() => onDocuments(company)}
        >
          {t('viewDocuments', { count: company.document_count })}
        </Button>
        {isAdmin && <CategoryField company={company} onCategory={onCategory} className={classes.category} />}
        <CompanyMenu {...{ company, onDelete, onCorrect }} size={36} className={classes.sign} />
      </ButtonRow>
    </Card>
  )
}

/** Breaks only before the @. A longer address is cut; its title shows all of it. */
export function EmailLink({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <a href={`mailto:${address}`} title={address} className={classes.email} data-reach>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </a>
  )
}

export const PhoneLink = ({ phone }: { phone: string }) => (
  <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} data-reach>
    {phone}
  </a>
)

/** The id of a card's category field, to find it after the card has moved. */
export const categoryFieldId = (id: string): string => `category-${id}`

interface CategoryFieldProps extends Pick<CompanyCardProps, 'company' | 'onCategory'> {
  className: string | undefined
}

export function CategoryField({ company, onCategory, className }: CategoryFieldProps) {
  const t = useTranslations('companies')
  const names = useTranslations('enums.companyCategory')
  return (
    <NativeSelect
      id={categoryFieldId(company.id)}
      className={className ?? ''}
      aria-label={t('categoryOf', { name: company.name })}
      data={CompanyCategory.options.map((value) => ({ value, label: names(value) }))}
      value={company.category}
      onChange={(event) => onCategory(company, CompanyCategory.parse(event.currentTarget.value))}
    />
  )
}
