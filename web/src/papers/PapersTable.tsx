import { Box, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import type { Paper } from 'contract'
import { useTranslations } from 'use-intl'
import { DatedEnd } from '../panels/papers/PaperEnd.tsx'
import { usePaperName } from '../panels/papers/usePaperName.ts'
import { useUser } from '../session/session.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import list from '../ui/list/List.module.css'
import { Muted } from '../ui/Muted.tsx'
import rows from '../ui/Rows.module.css'
import { Highlight } from '../ui/signs/Highlight.tsx'
import classes from './Papers.module.css'
import type { Owner } from './usePaperQuery.ts'

interface PapersListProps {
  papers: readonly Paper[]
  owner: Owner
  /** The search, to mark its matches. */
  search: string
  onShow: (id: string) => void
}

export function PapersTable({ papers, owner, search, onShow }: PapersListProps) {
  const t = useTranslations('papers')
  return (
    <DataTable
      columns={usePaperColumns(owner, search)}
      rows={papers}
      label={t('title')}
      sticky
      rowProps={({ id }) => ({
        className: list.row,
        'data-press': true,
        onClick: ({ target }) => {
          const isOnControl = target instanceof Element && target.closest('a, button') !== null
          if (!isOnControl && window.getSelection()?.isCollapsed !== false) onShow(id)
        },
      })}
      className={list.table}
    />
  )
}

export const PapersSkeleton = ({ owner }: { owner: Owner }) => (
  <DataTable columns={usePaperColumns(owner, '')} rows={[]} loading={10} className={list.table} />
)

function usePaperColumns(owner: Owner, search: string): Column<Paper>[] {
  const t = useTranslations('papers.columns')
  const none = useTranslations('ui')('none')
  const nameOf = usePaperName()
  const { role } = useUser()
  const ofPeople = owner === 'people' && role !== 'employee'
  const person: Column<Paper> = {
    id: 'person',
    head: t('person'),
    cell: (paper) => <PaperLink paper={paper} text={paper.employee_name ?? ''} search={search} />,
    rowHeader: true,
    width: '10rem',
  }
  const kind: Column<Paper> = {
    id: 'kind',
    head: t('kind'),
    cell: (paper) => (ofPeople ? nameOf(paper) : <PaperLink paper={paper} text={nameOf(paper)} search={search} />),
    rowHeader: !ofPeople,
    width: '9rem',
  }
  const company: Column<Paper> = {
    id: 'company',
    head: t('company'),
    cell: ({ company_name }) => (
      <bdi>
        <Highlight text={company_name} search={search} />
      </bdi>
    ),
    width: '9rem',
  }
  return [
    ...(ofPeople ? [person] : []),
    kind,
    {
      id: 'number',
      head: t('number'),
      cell: ({ number }) => <bdi>{number ? <Highlight text={number} search={search} /> : none}</bdi>,
      width: '10rem',
    },
    { id: 'expires', head: t('expires'), cell: (paper) => <DatedEnd paper={paper} />, width: '8rem' },
    ...(role === 'admin' ? [company] : []),
  ]
}

/** Opens the paper beside the list; the address names it. */
function PaperLink({ paper: { id }, text, search }: { paper: Paper; text: string; search: string }) {
  return (
    <Link
      to="."
      search={(previous: Partial<Record<string, string>>) => ({ ...previous, paper: id })}
      replace
      resetScroll={false}
      className={list.name}
      data-press
    >
      <Highlight text={text} search={search} />
    </Link>
  )
}

/** The papers where a table has no room: each row is a card that shows all of it in two lines (B13). */
export function PaperCards({ papers, owner, search }: PapersListProps) {
  const t = useTranslations('papers')
  const nameOf = usePaperName()
  const { role } = useUser()
  const ofPeople = owner === 'people' && role !== 'employee'
  return (
    <ul className={rows.rows} aria-label={t('title')}>
      {papers.map((paper) => (
        <li key={paper.id} className={clsx(rows.card, classes.card)}>
          <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
            <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
              <PaperLink paper={paper} text={ofPeople ? (paper.employee_name ?? '') : nameOf(paper)} search={search} />
              <Muted>
                {ofPeople && nameOf(paper)}
                {ofPeople && paper.number && ' · '}
                {paper.number && <Highlight text={paper.number} search={search} />}
              </Muted>
              {role === 'admin' && <Muted component={Highlight} text={paper.company_name} search={search} />}
            </Box>
            <DatedEnd paper={paper} stacked />
          </Group>
        </li>
      ))}
    </ul>
  )
}
