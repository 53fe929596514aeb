import { pgTable, text } from 'drizzle-orm/pg-core'

export const installation = pgTable('installation', { key: text().primaryKey(), value: text().notNull() })

export const INSTALLATION = {
  /** Which portal this is, for places that must not be shared. */
  id: 'id',
  /** Followed by a place of files: what the last rounds of the sweeper wrote into its mark, newest first. */
  filesEpoch: 'files_epoch',
  /** Up to which file the sweeper has looked for rows; empty after the last one. */
  sweptFile: 'swept_file',
  masterKeyMark: 'master_key_mark',
  journalKey: 'journal_key',
  backedUpAt: 'backed_up_at',
  /** The last day of the daily mails on expiring visas. */
  expiringMails: 'expiring_mails',
  /** Up to when the administrators' digest has counted. */
  adminDigest: 'admin_digest',
  /** Up to which seal the history tells which accesses left. */
  toldLeft: 'told_left',
  /** Which rules the portal has brought along. */
  starterRules: 'starter_rules',
} as const
