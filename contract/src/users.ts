import { z } from 'zod'
import { User } from './auth.ts'
import { call } from './call.ts'
import { ById, EmailAddress, Id, ListQuery, RequiredLine, sortBy, Timestamp } from './fields.ts'

export const UserCard = User.extend({
  company_name: z.string().nullable(),
  created_at: Timestamp,
  trade_license_seen_before: z.boolean(),
  /** For admins: the first company that has the same trade licence (A2). */
  licensed_before: z.object({ id: Id, name: z.string() }).nullable(),
  /** Invited, and has not set a password yet (A6). */
  invited: z.boolean(),
  /** The address was confirmed by a mailed link or by the sign-in provider. */
  email_confirmed: z.boolean(),
})
export type UserCard = z.infer<typeof UserCard>

/** Administrators begin approved, and their accounts end by command (A11); everybody else waits for the approval. */
export function standingOf({ role, approved }: Pick<User, 'role' | 'approved'>): 'approved' | 'pending' | 'ended' {
  if (approved) return 'approved'
  return role === 'admin' ? 'ended' : 'pending'
}

export const USER_SORTS = ['full_name', 'email', 'created_at'] as const

/** The facets of a list of users and their values, for screens that load no schema. */
export const USER_FACETS = {
  role: ['admin', 'company_admin', 'employee'],
  /** Whether they may sign in. */
  approved: ['true', 'false'],
} as const
export type UserFacet = keyof typeof USER_FACETS

/** What a list of users is narrowed to; each facet takes one value. */
export const UserFilters = z.object({ role: z.enum(USER_FACETS.role).optional(), approved: z.enum(USER_FACETS.approved).optional() })
export type UserFilters = z.infer<typeof UserFilters>

export const listUsers = call('listUsers', 'GET /users', {
  access: ['admin', 'company_admin'],
  summary: 'All users for an admin; the people of the active company for a company_admin (V3), newest first',
  query: ListQuery.extend({ ...UserFilters.shape, sort: sortBy(USER_SORTS) }),
  reply: z.array(UserCard),
  answers: 'list',
  journal: 'user',
})

export const getUser = call('getUser', 'GET /users/{id}', {
  access: ['admin', 'company_admin'],
  summary: 'One user: any for an admin; one of the active company for a company_admin (V3)',
  params: ById,
  reply: UserCard,
  answers: 'record',
  extension: true,
  journal: 'user',
})

export const Invitation = z.object({
  email: EmailAddress,
  full_name: RequiredLine,
  role: z.enum(['company_admin', 'employee']),
  /** Required of an administrator; for a company_admin the active company by default. */
  company_id: Id.nullish(),
  /** By default the company's record with the same e-mail. */
  employee_id: Id.nullish(),
})
export type Invitation = z.input<typeof Invitation>

export const inviteUser = call('inviteUser', 'POST /users/invitations', {
  access: ['admin', 'company_admin'],
  summary: 'Invite somebody by a link that sets the password; again: a fresh link, as long as none was set (A6)',
  body: Invitation,
  reply: UserCard,
  status: 201,
  idempotent: true,
  extension: true,
  journal: 'user',
  touches: ['user'],
  refuses: [429],
})

export const approveUser = call('approveUser', 'PUT /users/{id}/approve', {
  access: ['admin'],
  summary: 'Let a pending user in; an approved one stays approved (A11)',
  params: ById,
  reply: UserCard,
  answers: 'record',
  journal: 'user',
  touches: ['user'],
})

export const deleteUser = call('deleteUser', 'DELETE /users/{id}', {
  access: ['admin'],
  summary: 'Delete a user who is no admin; a pending one takes an otherwise empty company along (A11)',
  params: ById,
  touches: ['user', 'company'],
  refuses: [412],
})

export const switchCompany = call('switchCompany', 'PUT /users/switch-company/{company_id}', {
  access: ['company_admin'],
  summary: 'Make another own company the active one (V3)',
  params: z.object({ company_id: Id.catch('00000000-0000-0000-0000-000000000000') }),
  reply: User,
  touches: ['user'],
})
