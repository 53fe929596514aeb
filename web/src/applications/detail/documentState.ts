import { APPLICATION_SLOTS, type ApplicationSlot, type Stage, type VisaApplicationRecord } from 'contract'

/** As notes name the documents: an administrator writes in one language, a company reads in the other. */
export const SLOT_NAMES: Record<ApplicationSlot, readonly [string, string]> = {
  passport_front: ['Passport front page', 'الصفحة الأولى من جواز السفر'],
  passport_last: ['Passport last page', 'الصفحة الأخيرة من جواز السفر'],
  passport_cover: ['Passport cover', 'غلاف جواز السفر'],
  photo: ['Photo', 'الصورة الشخصية'],
  degree: ['Degree', 'الشهادة العلمية'],
  existing_visa: ['Current visa', 'التأشيرة الحالية'],
  eid: ['Emirates ID', 'الهوية الإماراتية'],
}

/** What became of a document (U67); `reason` is what the refusal says first. */
export type DocumentState = { is: 'received' | 'accepted' } | { is: 'to_replace'; reason: string }

type Standing = Pick<VisaApplicationRecord, 'status' | 'document_details'>
type Refused = Pick<Stage, 'status' | 'notes' | 'updated_at'>

/** The documents that a refused stage names and that have not come since. */
export function askedFor({ status, notes, updated_at }: Refused, { document_details }: Standing): ApplicationSlot[] {
  if (status !== 'Rejected' || !notes) return []
  return APPLICATION_SLOTS.filter(
    (slot) => SLOT_NAMES[slot].some((name) => notes.includes(name)) && (document_details[slot]?.created_at ?? '') <= updated_at,
  )
}

/** Accepted are all with the visa; before, an authority speaks of a document only to refuse it. */
export function documentState(slot: ApplicationSlot, application: Standing, stages: readonly Refused[]): DocumentState {
  if (application.status === 'completed') return { is: 'accepted' }
  const refusal = application.status === 'active' && stages.find((stage) => askedFor(stage, application).includes(slot))
  return refusal ? { is: 'to_replace', reason: refusal.notes?.split('\n')[0] ?? '' } : { is: 'received' }
}
