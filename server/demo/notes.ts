import type { StageName, StageStatus } from 'contract'
import type { Random } from './random.ts'

const REJECTED: Record<StageName, string[]> = {
  'Offer Letter': [
    'MOHRE: the job title does not match the attested degree. Please send the attested degree or choose another title.',
    'The passport is valid for less than six months. Please renew it and hand in the new copy.',
  ],
  'Labor Fees': ['The quota of the establishment is used up. Please ask for a higher quota first.', 'Fee payment was declined by MOHRE.'],
  'Entry Permit': [
    'ICP: the photo has no white background. A new photo is needed.',
    'Security approval was refused without a reason. We may apply again after six months.',
  ],
  'Change Status': ['An overstay fine of AED 1,150 is open. It has to be paid before the status can change.'],
  'Medical Test': ['The medical centre asks for a second chest X-ray.', 'Did not appear on the date. Please agree on a new one.'],
  'Emirates ID': ['Fingerprints could not be read. Please visit the centre again within 30 days.'],
  'Visa Stamping': ['Health insurance is missing. Please send the policy, then we submit again.'],
}

const IN_PROCESS: Record<StageName, string[]> = {
  'Offer Letter': ['Sent to the employee for signature.', 'Waiting for the signed copy in Arabic and English.'],
  'Labor Fees': ['Paid, waiting for the confirmation of MOHRE.'],
  'Entry Permit': ['With ICP since this morning.', 'GDRFA asked for the second page of the passport, sent.'],
  'Change Status': ['Submitted at the Amer centre.'],
  'Medical Test': ['Appointment at Al Muhaisnah, 09:30.', 'Result expected within two days.'],
  'Emirates ID': ['Biometrics booked.', 'Biometrics done, card is being printed.'],
  'Visa Stamping': ['Insurance uploaded, waiting for GDRFA.'],
}

const APPROVED: Record<StageName, string[]> = {
  'Offer Letter': ['Signed by both sides.'],
  'Labor Fees': ['Work permit issued.'],
  'Entry Permit': ['Valid for 60 days from today.'],
  'Change Status': ['Done without leaving the country.'],
  'Medical Test': ['Fit.'],
  'Emirates ID': ['Card handed to the courier.'],
  'Visa Stamping': ['Residence issued. Please keep the PDF for your records.'],
}

/** What an administrator writes beside a status: always the reason of a rejection and what replaces an earlier note, else now and then. */
export function noteFor(stage: StageName, status: StageStatus, isReplacing: boolean, rng: Random): string | undefined {
  if (status === 'Rejected') return rng.pick(REJECTED[stage])
  if (status === 'In Process' && (isReplacing || rng.chance(0.6))) return rng.pick(IN_PROCESS[stage])
  if (status === 'Approved' && (isReplacing || rng.chance(0.25))) return rng.pick(APPROVED[stage])
  return undefined
}

export const CANCELLATIONS: { reason: string; notes: string | null }[] = [
  { reason: 'Resigned', notes: 'Last working day is the end of the month.' },
  { reason: 'End of contract', notes: null },
  { reason: 'Absconded', notes: 'Not seen since the holiday; police report is attached to our e-mail.' },
  { reason: 'Transferred to another sponsor', notes: 'NOC was given on Monday.' },
  { reason: 'Returned home for family reasons', notes: null },
  { reason: 'Did not pass probation', notes: 'Notice was served, all dues are paid.' },
]
