import { Residence } from 'contract'

export type ResidenceValues = Record<keyof Residence, string>

export const RESIDENCE_FIELDS = Residence.keyof().options

export const NO_RESIDENCE: ResidenceValues = { expiry_date: '', visa_number: '', eid_number: '', eid_expiry_date: '' }

/** What differs from what was there, trimmed; the server keeps the rest. */
export const residenceChanges = (values: ResidenceValues, before: ResidenceValues): Partial<ResidenceValues> =>
  Object.fromEntries(RESIDENCE_FIELDS.flatMap((field) => (values[field].trim() === before[field] ? [] : [[field, values[field].trim()]])))
