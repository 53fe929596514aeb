export const INSTALLATION = {
  masterKeyMark: 'master_key_mark',
  journalKey: 'journal_key',
  backedUpAt: 'backed_up_at',
  /** The last day of the daily mails on expiring visas. */
  expiringMails: 'expiring_mails',
} as const
