import { useRouter } from '@tanstack/react-router'
import { exportCompanies } from 'contract'
import { useTranslations } from 'use-intl'
import { usePlaceOf } from '../panels/usePlaceOf.ts'
import type { Sorting } from '../ui/DataTable.tsx'
import { DownloadChosen } from '../ui/files/DownloadChosen.tsx'
import { SelectionBar } from '../ui/SelectionBar.tsx'
import type { Density } from '../ui/useDensity.ts'
import { useListKeys } from '../ui/useListKeys.ts'
import { useSelection } from '../ui/useSelection.ts'
import { useWidth } from '../ui/useWidth.ts'
import classes from './CompaniesScreen.module.css'
import { CompaniesTable } from './CompaniesTable.tsx'
import { CompanyCard, type CompanyListProps } from './CompanyCard.tsx'

interface CompanyRowsProps extends CompanyListProps {
  sorting: Sorting
  density: Density
  /** Names what the list is asked for; a choice of rows ends with it. */
  of: string
}

/** A table where there is room for one, cards where there is not (B13). */
export function CompanyRows({ sorting, density, of, ...list }: CompanyRowsProps) {
  const t = useTranslations('companies')
  const { companies } = list
  const isTable = useWidth('table')
  const router = useRouter()
  const placeOf = usePlaceOf()
  const selection = useSelection(companies, of, ({ name }) => name)
  useListKeys({
    onOpen: (id) => {
      const place = placeOf(id)
      if (place) void router.navigate(place)
    },
    onChoose: isTable ? selection.toggle : undefined,
  })
  if (!isTable)
    return (
      <ul className={classes.list} aria-label={t('title')}>
        {companies.map((company) => (
          <CompanyCard key={company.id} {...list} company={company} />
        ))}
      </ul>
    )
  return (
    <>
      <CompaniesTable {...list} {...{ selection, sorting, density, placeOf }} />
      <SelectionBar
        count={selection.chosen.length}
        onClear={selection.clear}
        actions={
          <DownloadChosen call={exportCompanies} list="companies" idsAs="company_ids" chosen={selection.chosen} sort={sorting.key} />
        }
      />
    </>
  )
}
