import { z } from 'zod'
import { call } from './call.ts'
import { ById, Id, isStorable, RequiredLine } from './fields.ts'

/** The lists that can have views. */
export const ViewedList = z.enum(['applications', 'employees', 'companies', 'users', 'transactions'])
export type ViewedList = z.infer<typeof ViewedList>

export const MAX_VIEWS = 50
const MAX_FILTERS = 20

/** What the address of a list has, but for its search and its place: a view names no person. */
export const ViewFilters = z
  .record(
    z.string().regex(/^[a-z_]{1,40}$/),
    z
      .string()
      .max(100)
      .refine(isStorable, { params: { unstorable: true } }),
  )
  .refine((filters) => Object.keys(filters).length <= MAX_FILTERS && !('q' in filters) && !('cursor' in filters))

const ViewFields = z.object({ list: ViewedList, name: RequiredLine.max(60), filters: ViewFilters })

export const View = ViewFields.extend({ id: Id })
export type View = z.infer<typeof View>

const everyone = ['admin', 'company_admin', 'employee'] as const

export const listViews = call('listViews', 'GET /views', {
  access: everyone,
  summary: 'The own views of all lists, by name',
  reply: z.array(View),
  extension: true,
})

export const saveView = call('saveView', 'POST /views', {
  access: everyone,
  summary: 'Keep filters and sort of a list under a name; one of the same name is replaced',
  body: ViewFields,
  reply: View,
  status: 201,
  extension: true,
  touches: ['account'],
  refuses: [409],
})

export const deleteView = call('deleteView', 'DELETE /views/{id}', {
  access: everyone,
  summary: 'Delete an own view',
  params: ById,
  extension: true,
  touches: ['account'],
})
