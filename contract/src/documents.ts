import { z } from 'zod'
import { call, FileBody, FileReply } from './call.ts'
import { ById, Id, Timestamp } from './fields.ts'

export const MEDIA_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const
export const MediaType = z.enum(MEDIA_TYPES)
export type MediaType = z.infer<typeof MediaType>

/** The first five are the optional uploads of a new employee (§3). */
export const APPLICATION_SLOTS = ['passport_front', 'passport_last', 'passport_cover', 'photo', 'degree', 'existing_visa', 'eid'] as const
export const ApplicationSlot = z.enum(APPLICATION_SLOTS)
export type ApplicationSlot = z.infer<typeof ApplicationSlot>

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
export const tooBig = (maxFileMb: number): string => `The selected file must be smaller than ${maxFileMb} MB`

/** A small file can hold a picture that takes hundreds of megabytes to show (T34). */
export const TOO_MANY_PIXELS = 'This picture has more than 50 megapixels. Please make it smaller and upload it again.'

/** A file on its way in: a data string, or the reference of an earlier upload (D1). */
export const DocumentValue = z.string().min(1)
/** A file on its way out: a link `/api/documents/{id}`, a data string, or null (D2). */
export const DocumentOut = z.string().nullable()

export const DocumentInfo = z.object({
  id: Id,
  name: z.string(),
  type: MediaType,
  size: z.number().int(),
  /** Whether a PDF has attached files, which are not checked (D8). */
  attachments: z.boolean(),
  /** Whether its file is gone: opening it is 410. */
  lost: z.boolean(),
  url: z.string(),
  created_at: Timestamp,
})
export type DocumentInfo = z.infer<typeof DocumentInfo>

export const DocumentsQuery = z.object({ documents: z.enum(['link', 'data']).optional() })

export const documentUrl = (id: string): string => `/api/documents/${id}`

const EXTENSIONS: Record<MediaType, string> = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' }
/** `Sara-Khan_passport_front.pdf` (D5). */
export const downloadName = (owner: string, slot: string, type: MediaType): string =>
  `${plain(owner)}_${plain(slot.replace(/\s+/g, '_').toLowerCase())}.${EXTENSIONS[type]}`

/** Without what means something to a system. */
const plain = (text: string): string => text.trim().replace(/[\s\p{C}"\\/:*?<>|]+/gu, '-')

/** The name that a file came with, with the ending of its type, so that no system takes it for a program. */
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
  after_cancellation: true,
  touches: [],
})

export const getDocument = call('getDocument', 'GET /documents/{id}', {
  access: ['admin', 'company_admin', 'employee'],
  summary: 'The bytes of one file; ?download=true names it as an attachment',
  params: ById,
  query: z.object({ download: z.stringbool().optional() }),
  reply: FileReply,
  answers: 'file',
  extension: true,
  journal: 'document',
  refuses: [410],
})
