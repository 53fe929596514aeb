import { hash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { searchable } from 'contract'
import pg from 'pg'
import { v7 } from 'uuid'

interface Given {
  company_name: string
  trade_license: string
  full_name: string
  email: string
}

/** Customers and sessions as rows beside a running portal: to register, approve and sign in takes the processor a tenth of a second. */
export function openCustomers(dataDir: string, adminEmail: string) {
  const [, , , , socketDir] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const pool = new pg.Pool({ host: socketDir, user: 'portal', database: 'portal', max: 1, idleTimeoutMillis: 0 })
  // A connection that is being closed may meet the end of the portal.
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined))

  async function insert(table: string, row: Record<string, unknown>): Promise<void> {
    const values = Object.values(row)
    const places = values.map((_, at) => `$${at + 1}`)
    await pool.query({ name: table, text: `insert into ${table} (${Object.keys(row)}) values (${places})`, values })
  }
  async function findAdmin() {
    const { rows } = await pool.query<{ id: string; password_hash: string }>('select id, password_hash from users where email = $1', [
      adminEmail,
    ])
    return rows[0] ?? { id: '', password_hash: '' }
  }
  const admin = findAdmin()

  return {
    /** A company and its approved administrator, with the password of the portal's own. */
    async insertCustomer({ company_name, trade_license, full_name, email }: Given) {
      const [company_id, id, created_at] = [v7(), v7(), new Date().toISOString()]
      const { password_hash } = await admin
      const named = { id: company_id, name: company_name, search_text: searchable(company_name), trade_license, category: 'on_demand' }
      await insert('companies', { ...named, contact_person: full_name, email, phone: '+971 4 000 0001', created_at })
      const of = { company_id, active_company_id: company_id }
      await insert('users', { id, full_name, email, password_hash, role: 'company_admin', approved: true, ...of, created_at })
      await insert('user_companies', { user_id: id, company_id })
      return { user_id: id, company: { id: company_id, name: company_name } }
    },
    /** Answers the token of a new session of that user, by default of the portal's administrator. */
    async insertSession(user_id?: string): Promise<string> {
      const [token, at] = [randomBytes(32).toString('base64url'), new Date().toISOString()]
      const row = { user_id: user_id ?? (await admin).id, created_at: at, last_seen_at: at }
      await insert('sessions', { token_hash: hash('sha256', token, 'base64url'), ...row })
      return token
    },
    /** As a restore notes all documents whose files are gone. */
    async loseDocuments(): Promise<void> {
      await pool.query('update documents set missing_at = now() where missing_at is null')
    },
    close: () => pool.end(),
  }
}
