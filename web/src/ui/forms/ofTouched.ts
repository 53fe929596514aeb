import type { FormErrors } from '@mantine/form'

/** The errors without those of fields that are still as empty as they began: leaving such a field is no mistake yet. */
export const ofTouched = (errors: FormErrors, values: Record<string, unknown>, initial: Record<string, unknown>): FormErrors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => values[field] !== '' || initial[field] !== ''))
