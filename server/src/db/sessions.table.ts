import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant, oneOf, word } from './columns.ts'
import { users } from './people.table.ts'

/** Holds only the SHA-256 of the token. */
export const sessions = pgTable(
  'sessions',
  {
    token_hash: text().primaryKey(),
    /** The owner's name for it: the token is never shown (B7). */
    id: uuid().notNull().default(sql`gen_random_uuid()`),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The User-Agent. */
    device: text(),
    created_at: instant().notNull(),
    last_seen_at: instant().notNull(),
  },
  (t) => [
    unique('sessions_id').on(t.id),
    index('sessions_by_user').on(t.user_id),
    index('sessions_by_last_seen').on(t.last_seen_at),
    index('sessions_by_start').on(t.created_at),
  ],
)

/** Devices from which a user signed in (A10), by the SHA-256 of the cookie. */
export const knownDevices = pgTable(
  'known_devices',
  {
    token_hash: text().notNull(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.token_hash, t.user_id] }), index('known_devices_by_time').on(t.created_at)],
)

/** Recent failed logins, registrations and invitations (A10); `subject` is a SHA-256. */
export const loginFailures = pgTable(
  'login_failures',
  { id: uuid().primaryKey(), subject: text().notNull(), failed_at: instant().notNull() },
  (t) => [index('login_failures_by_subject').on(t.subject, t.failed_at), index('login_failures_by_time').on(t.failed_at)],
)

const LINK_PURPOSES = ['invitation', 'reset', 'confirm', 'session', 'second_step'] as const

/** Tokens that work once, by their SHA-256: for links (A6, A7), for taking over a session (A5) and for the second step. */
export const oneTimeTokens = pgTable(
  'one_time_links',
  {
    token_hash: text().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: word(LINK_PURPOSES).notNull(),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
    /** Handed over by an administrator, not mailed: it does not prove the mailbox. */
    copied: boolean().notNull().default(false),
  },
  (t) => [
    oneOf('one_time_links_purpose', t.purpose, LINK_PURPOSES),
    index('one_time_links_by_user').on(t.user_id),
    index('one_time_links_by_expiry').on(t.expires_at),
  ],
)

/** Sign-ins at the provider (A5), in the database so that any server can end them. */
export const signIns = pgTable(
  'sign_ins',
  {
    state_hash: text().primaryKey(),
    nonce: text().notNull(),
    code_verifier: text().notNull(),
    redirect: text().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [index('sign_ins_by_time').on(t.created_at)],
)

/** On once a code has confirmed the secret, which is encrypted with the master key. */
export const twoSteps = pgTable('two_steps', {
  user_id: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  sealed_secret: bytes().notNull(),
  begun_at: instant().notNull(),
  on_since: instant(),
  /** The time step of the last accepted code: it and earlier ones are refused. */
  last_step: bigint({ mode: 'number' }).notNull().default(0),
})

/** Each replaces one code; a used one is deleted. Only the SHA-256 is stored, of 79 random bits. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    user_id: uuid()
      .notNull()
      .references(() => twoSteps.user_id, { onDelete: 'cascade' }),
    code_hash: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.code_hash] })],
)
