import { LANGUAGES } from 'contract'
import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import 'dayjs/locale/ar.js'

dayjs.extend(customParseFormat)

export const DATES = ['D MMM YYYY', 'DD/MM/YYYY', 'D/M/YYYY', 'D.M.YYYY', 'YYYY-MM-DD']
export const MONTHS = ['MMM YYYY', 'MMMM YYYY', 'MM/YYYY', 'M/YYYY', 'M.YYYY', 'YYYY-MM']

/** What is typed in one of the formats, in either language. */
export const parseTyped = (text: string, formats: string[]): Dayjs | undefined =>
  LANGUAGES.map((language) => dayjs(text.trim(), formats, language, true))
    .find((date) => date.isValid())
    ?.locale('en')
