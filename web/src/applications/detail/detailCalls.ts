import type { Refusal } from '../../api/refusal.ts'

/** The input of both calls that load a detail; the web always takes documents as links (D2). */
export const detailInput = (id: string) => ({ params: { id }, query: { documents: 'link' as const } })

export const isUnknown = (refusal: Refusal): boolean => refusal.status === 404

/** The server needs the passport number to complete this renewal (S5). */
export const needsPassport = ({ status, errors }: Refusal): boolean => status === 422 && errors[0]?.field === 'passport_number'
