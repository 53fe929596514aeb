/** The keys of the table `installation`: facts of this installation. */
export const INSTALLATION = {
  masterKeyMark: 'master_key_mark',
  journalKey: 'journal_key',
  /** When a backup was last made. */
  backedUpAt: 'backed_up_at',
  /** The last day for which mails on expiring visas were queued. */
  expiringMails: 'expiring_mails',
} as const
