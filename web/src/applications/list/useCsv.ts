import { dubaiDate, keyed, type VisaApplication } from 'contract'
import { useTranslations } from 'use-intl'
import type { RowsCsv } from '../../ui/list/ChosenCsv.tsx'
import { applicationsCsv, CSV_COLUMNS } from './csv.ts'

/** Writes applications as a file for spreadsheets, in the language of the screen. */
export function useCsv(): RowsCsv<VisaApplication> {
  const t = useTranslations('applications')
  const words = useTranslations('enums')
  return {
    fileName: t('csvName', { date: dubaiDate(new Date()) }),
    write: (rows) =>
      applicationsCsv(rows, {
        heads: keyed(CSV_COLUMNS, (column) => t(`csv.${column}`)),
        visaType: ({ visa_type }) => words(`visaType.${visa_type}`),
        priority: ({ priority }) => words(`priority.${priority}`),
        location: ({ employee_location }) => words(`employeeLocation.${employee_location}`),
        stage: ({ current_stage }) => words(`stage.${current_stage}`),
        status: ({ status }) => words(`status.${status}`),
      }),
  }
}
