import { Box, SimpleGrid, Text } from '@mantine/core'
import type { CompanyCategory } from 'contract'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../session/session.ts'
import { SectionTitle } from '../ui/SectionTitle.tsx'
import classes from './CompaniesScreen.module.css'
import { CompanyCard, type CompanyListProps, categoryFieldId } from './CompanyCard.tsx'

const COLUMNS: CompanyCategory[] = ['monthly_retainer', 'on_demand']

/** The companies by category; an admin can also drag the cards (U53). */
export function CompanyBoard({ companies, onCategory, ...shared }: CompanyListProps) {
  const isAdmin = useUser().role === 'admin'
  const moved = useRef<string>(undefined)
  const change: CompanyListProps['onCategory'] = (company, category) => {
    moved.current = company.id
    onCategory(company, category)
  }
  useEffect(() => {
    // The card is a new element in the other column, so its field has lost the focus.
    if (moved.current && document.activeElement === document.body) document.getElementById(categoryFieldId(moved.current))?.focus()
    moved.current = undefined
  })
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="ml" style={{ alignItems: 'start' }}>
      {COLUMNS.map((category) => (
        <Column
          key={category}
          category={category}
          companies={companies.filter((company) => company.category === category)}
          onDropped={(id) => {
            const company = companies.find((each) => each.id === id)
            if (company && isAdmin) change(company, category)
          }}
          draggable={isAdmin}
          onCategory={change}
          {...shared}
        />
      ))}
    </SimpleGrid>
  )
}

interface ColumnProps extends CompanyListProps {
  category: CompanyCategory
  draggable: boolean
  onDropped: (id: string) => void
}

function Column({ category, companies, draggable, onDropped, ...shared }: ColumnProps) {
  const t = useTranslations('companies')
  const names = useTranslations('enums.companyCategory')
  const [over, setOver] = useState(false)
  const title = t('column', { category: names(category), count: companies.length })
  const dropping = draggable && {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onDropped(event.dataTransfer.getData('text/plain'))
    },
  }
  return (
    <Box
      component="section"
      className={classes.column ?? ''}
      bg={over ? 'var(--green-ground)' : 'var(--sunken)'}
      aria-label={title}
      {...dropping}
    >
      <SectionTitle px="2xs" pt="2xs" pb="sm">
        {title}
      </SectionTitle>
      {companies.length === 0 ? (
        <Text size="sm" lh="inherit" c="dimmed" px="2xs" py="lg">
          {t('noneInColumn')}
        </Text>
      ) : (
        <ul className={classes.cards}>
          {companies.map((company) => (
            <CompanyCard key={company.id} company={company} inColumn {...shared} />
          ))}
        </ul>
      )}
    </Box>
  )
}
