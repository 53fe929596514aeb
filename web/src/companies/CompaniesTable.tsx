import { Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import type { CompanyCard as Company } from 'contract'
import { useTranslations } from 'use-intl'
import { addressOf, type Place } from '../panels/usePlaceOf.ts'
import { useSession, useUser } from '../session/session.ts'
import { type Column, DataTable, type Sorting } from '../ui/DataTable.tsx'
import list from '../ui/list/List.module.css'
import { useRowLink } from '../ui/list/useRowLink.ts'
import { Muted } from '../ui/Muted.tsx'
import { DubaiDate } from '../ui/signs/DubaiDate.tsx'
import { Highlight } from '../ui/signs/Highlight.tsx'
import { Money } from '../ui/signs/Money.tsx'
import { Tag } from '../ui/signs/Tag.tsx'
import { DENSITIES, type Density } from '../ui/useDensity.ts'
import type { Selection } from '../ui/useSelection.ts'
import { CategoryTag } from './CategoryTag.tsx'
import classes from './CompaniesTable.module.css'
import { CompanyActions } from './CompanyActions.tsx'
import { CategoryField, type CompanyListProps, EmailLink, PhoneLink } from './CompanyCard.tsx'
import { ReadinessDot } from './ReadinessDot.tsx'

interface CompaniesTableProps extends CompanyListProps {
  selection: Selection<Company>
  sorting: Sorting
  density: Density
  placeOf: (id: string) => Place | undefined
}

export function CompaniesTable({ companies, selection, sorting, density, placeOf, ...shared }: CompaniesTableProps) {
  const t = useTranslations('companies')
  const rowLink = useRowLink()
  return (
    <DataTable
      list="companies"
      columns={useCompanyColumns({ ...shared, placeOf })}
      rows={companies}
      label={t('title')}
      className={`${list.table} ${classes.table}`}
      height={DENSITIES[density]}
      selection={selection}
      sorting={sorting}
      sticky
      rowProps={({ id, name }) => {
        const place = placeOf(id)
        return { className: list.row, 'aria-label': name, tabIndex: -1, ...(place && { 'data-press': true, ...rowLink(addressOf(place)) }) }
      }}
    />
  )
}

export const CompaniesSkeleton = ({ columns, density }: { columns: readonly Column<Company>[]; density: Density }) => (
  <DataTable
    list="companies"
    columns={columns}
    rows={[]}
    loading={8}
    selectable
    className={`${list.table} ${classes.table}`}
    height={DENSITIES[density]}
  />
)

type ColumnOptions = Pick<CompaniesTableProps, 'search' | 'placeOf' | 'onDocuments' | 'onCategory' | 'onDelete' | 'onCorrect'>

export function useCompanyColumns({ search, placeOf, onDocuments, onCategory, onDelete, onCorrect }: ColumnOptions): Column<Company>[] {
  const t = useTranslations('companies')
  const ui = useTranslations('ui')
  const isAdmin = useUser().role === 'admin'
  const columns: (Column<Company> | false)[] = [
    {
      id: 'name',
      sort: 'name',
      head: t('name'),
      cell: (company) => <Name company={company} search={search} place={placeOf(company.id)} />,
      className: clsx(classes.name, !isAdmin && classes.alone),
    },
    {
      id: 'category',
      sort: 'category',
      head: t('fields.category'),
      cell: (company) =>
        isAdmin ? <CategoryPick company={company} onCategory={onCategory} /> : <CategoryTag category={company.category} />,
      className: classes.category,
    },
    { id: 'contact', head: t('contact'), cell: (company) => <Contact company={company} />, className: classes.contact },
    {
      id: 'employees',
      head: t('totalEmployees'),
      cell: ({ employee_count }) => t('records', { count: employee_count }),
      numeric: true,
    },
    {
      id: 'applications',
      priority: 3,
      head: t('pending'),
      cell: (company) => <Applications company={company} />,
      numeric: true,
    },
    isAdmin && { id: 'due', sort: 'due', head: t('due'), cell: ({ due }) => <Due aed={due ?? 0} />, numeric: true },
    isAdmin && {
      id: 'balance',
      priority: 4,
      sort: 'balance',
      head: t('balance'),
      cell: ({ balance }) => <Money aed={balance ?? 0} />,
      numeric: true,
    },
    {
      id: 'activity',
      priority: 5,
      head: t('lastActivity'),
      cell: ({ last_activity }) => (last_activity ? <DubaiDate value={last_activity} /> : ui('none')),
      className: classes.activity,
    },
    {
      id: 'actions',
      head: t('actions'),
      cell: (company) => <CompanyActions {...{ company, onDocuments, onDelete, onCorrect }} />,
      narrow: true,
      pressed: true,
    },
  ]
  return columns.filter((column) => column !== false)
}

function Name({ company, search, place }: { company: Company; search: string; place: Place | undefined }) {
  const t = useTranslations('companies')
  const { activeCompanyId } = useSession()
  const name = <Highlight text={company.name} search={search} />
  return (
    <>
      {place ? (
        <Link to={place.to} search={place.search} className={list.name}>
          {name}
        </Link>
      ) : (
        <Text span inherit fw={600}>
          {name}
        </Text>
      )}
      {company.id === activeCompanyId && (
        <Text span size="note" ms="xs" fw={500} c="var(--green-text)">
          {t('active')}
        </Text>
      )}
      <Muted component="span" className={clsx(list.second, classes.second)} title={t('tradeLicense')}>
        <span>
          <bdi>{company.trade_license}</bdi>
          {company.trade_license_seen_before && (
            <span className={classes.seen} title={t('seenBefore')}>
              <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
              <VisuallyHidden>{t('seenBefore')}</VisuallyHidden>
            </span>
          )}
        </span>
        <ReadinessDot company={company} />
      </Muted>
    </>
  )
}

/** The badge is the field: a press on it opens the choice. */
function CategoryPick({ company, onCategory }: { company: Company; onCategory: CompanyListProps['onCategory'] }) {
  return (
    <span className={classes.pick}>
      <span aria-hidden>
        <CategoryTag category={company.category} />
      </span>
      <CategoryField company={company} onCategory={onCategory} className={classes.field} />
    </span>
  )
}

function Contact({ company: { contact_person, email, phone } }: { company: Company }) {
  return (
    <>
      <span className={classes.person}>
        <Text component="bdi" inherit truncate title={contact_person}>
          {contact_person}
        </Text>
        <Muted component="bdi">
          <PhoneLink phone={phone} />
        </Muted>
      </span>
      <Muted component="bdi" className={list.second ?? ''}>
        <EmailLink address={email} />
      </Muted>
    </>
  )
}

/** How many wait, and how many of them were refused. */
function Applications({ company: { pending_applications, refused_applications } }: { company: Company }) {
  const t = useTranslations('companies')
  const ui = useTranslations('ui')
  const refused = t('refused', { count: refused_applications })
  return (
    <span className={classes.applications}>
      {ui('number', { number: pending_applications })}
      {refused_applications > 0 && (
        <span className={classes.refused} title={refused}>
          <Tag hue="red" quiet icon={<IconX size={14} stroke={2} />}>
            <span aria-hidden>{ui('number', { number: refused_applications })}</span>
          </Tag>
          <VisuallyHidden>{refused}</VisuallyHidden>
        </span>
      )}
    </span>
  )
}

const Due = ({ aed }: { aed: number }) => (
  <Text span inherit {...(aed > 0 ? { c: 'var(--accent)', fw: 600 } : { c: 'dimmed' })}>
    <Money aed={aed} />
  </Text>
)
