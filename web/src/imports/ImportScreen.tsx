import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CompanyPicker } from '../panels/CompanyPicker.tsx'
import { useSession, useUser } from '../session/session.ts'
import { Page } from '../ui/Page.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { useUrlState } from '../ui/useUrlState.ts'
import { FileStep } from './FileStep.tsx'
import { ImportFile } from './ImportFile.tsx'
import { ImportList } from './ImportList.tsx'
import type { FileSheet } from './readFile.ts'

interface Chosen {
  file: string
  sheets: FileSheet[]
}

/** People and papers from a spreadsheet, in four steps on one page. What is read of a file stays in this tab. */
export function ImportScreen() {
  const t = useTranslations('imports')
  const { role } = useUser()
  const { activeCompanyId } = useSession()
  const [asked, ask] = useUrlState('company_id')
  const company_id = role === 'admin' ? asked : (activeCompanyId ?? '')
  return (
    <Page title={t('title')} subtitle={t('lead')} back={{ to: '/employees', label: t('back') }}>
      {role === 'admin' && (
        <CompanyPicker label={t('company')} value={company_id} onPick={(company) => ask(company?.id ?? '')} required maw="28rem" mb="md" />
      )}
      {company_id !== '' && <Steps key={company_id} company_id={company_id} />}
      {company_id === '' && role !== 'admin' && <EmptyState title={t('noCompany')} />}
      <ImportList company_id={company_id} />
    </Page>
  )
}

function Steps({ company_id }: { company_id: string }) {
  const [chosen, setChosen] = useState<Chosen>()
  const again = () => setChosen(undefined)
  if (!chosen) return <FileStep company_id={company_id} onRead={(file, sheets) => setChosen({ file, sheets })} />
  return <ImportFile company_id={company_id} file={chosen.file} sheets={chosen.sheets} onAgain={again} />
}
