import { z } from 'zod'
import { call, FileBody, FileReply } from './call.ts'
import { ById, Id, Timestamp } from './fields.ts'

/** The media types of D3, judged by the bytes. */
export const MEDIA_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const
export const MediaType = z.enum(MEDIA_TYPES)
export type MediaType = z.infer<typeof MediaType>

/** The document slots of an application (§3); the first five are the optional uploads of a new employee. */
export const APPLICATION_SLOTS = ['passport_front', 'passport_last', 'passport_cover', 'photo', 'degree', 'existing_visa', 'eid'] as const
export const ApplicationSlot = z.enum(APPLICATION_SLOTS)
export type ApplicationSlot = z.infer<typeof ApplicationSlot>

/** The seven document slots of a company (§3). */
export const COMPANY_SLOTS = [
  'trade_license',
  'establishment_card',
  'shareholder_passport',
  'shareholder_eid',
  'other_doc_1',
  'other_doc_2',
  'other_doc_3',
] as const
export const CompanySlot = z.enum(COMPANY_SLOTS)
export type CompanySlot = z.infer<typeof CompanySlot>

export const NOT_A_DOCUMENT = 'The selected file must be a PDF, JPG or PNG'
/** The refusal of a file over the limit, whose sentence names the limit (D3). */
export const tooBig = (maxFileMb: number): string => `The selected file must be smaller than ${maxFileMb} MB`

/** The refusal of a picture that would take hundreds of megabytes to show, whatever its file has (T34). */
export const TOO_MANY_PIXELS = 'This picture has more than 50 megapixels. Please make it smaller and upload it again.'

/** A file sent in: a data string, or the reference of a file that the sender uploaded before (D1). */
export const DocumentValue = z.string().min(1)
/** A file sent out: a link `/api/documents/{id}` or a data string (D2); null where there is none. */
export const DocumentOut = z.string().nullable()

/** What is known of a stored file without its bytes; `size` in bytes. */
export const DocumentInfo = z.object({
  id: Id,
  name: z.string(),
  type: MediaType,
  size: z.number().int(),
  /** Whether a PDF has other files attached, which were not checked (D8). */
  attachments: z.boolean(),
  url: z.string(),
  created_at: Timestamp,
})
export type DocumentInfo = z.infer<typeof DocumentInfo>

/** D2: how the documents of a reply are sent. */
export const DocumentsQuery = z.object({ documents: z.enum(['link', 'data']).optional() })

/** The link of a stored file. */
export const documentUrl = (id: string): string => `/api/documents/${id}`

const EXTENSIONS: Record<MediaType, string> = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' }
/** D5: `Sara-Khan_passport_front.pdf`. */
export const downloadName = (owner: string, slot: string, type: MediaType): string =>
  `${owner.trim().replace(/[\s\p{C}"\\/:*?<>|]+/gu, '-')}_${slot.replace(/\s+/g, '_').toLowerCase()}.${EXTENSIONS[type]}`

/** The name that a file came with, ending as its type does: a PDF may be a page or a program, too, to whatever goes by the name. */
export function savedName(name: string, type: MediaType): string {
  const endings = type === 'image/jpeg' ? ['.jpg', '.jpeg'] : [`.${EXTENSIONS[type]}`]
  return endings.some((ending) => name.toLowerCase().endsWith(ending)) ? name : `${name}.${EXTENSIONS[type]}`
}

export const uploadDocument = call('uploadDocument', 'POST /documents', {
  access: ['admin', 'company_admin', 'employee'],
  summary: 'Store one file for later use; the body is the file itself, X-File-Name its percent-encoded name',
  body: FileBody,
  reply: DocumentInfo,
  status: 201,
  extension: true,
  touches: [],
})

export const getDocument = call('getDocument', 'GET /documents/{id}', {
  access: ['admin', 'company_admin', 'employee'],
  summary: 'The bytes of one file; ?download=true names it as an attachment',
  params: ById,
  query: z.object({ download: z.stringbool().optional() }),
  reply: FileReply,
  extension: true,
  journal: 'document',
})
