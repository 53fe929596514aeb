import { pathOf } from 'contract'
import { openCustomers } from '../test/customers.ts'
import type { Sender } from './portal.ts'
import { admin } from './server.ts'

/** A browser's cookies at the portal. */
export interface Cookies {
  cookies: {
    name: string
    value: string
    domain: string
    path: string
    expires: number
    httpOnly: boolean
    secure: boolean
    sameSite: 'Lax'
  }[]
  origins: []
}

interface Given {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

/** Keeps the cookies that it is given, first that session. */
export function senderAt(baseURL: string, session?: string): Sender {
  const kept = new Map(session ? [['session', session]] : [])
  return {
    async send(call, input) {
      const { params, query, body } = input as Given
      const answer = await fetch(`${baseURL}/api${pathOf(call, params)}${query ? `?${new URLSearchParams(query)}` : ''}`, {
        method: call.method,
        headers: {
          cookie: [...kept].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`${call.method} ${call.path} answered ${answer.status}: ${await answer.text()}`)
      for (const set of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
        kept.set(name, value)
      }
      return (answer.status === 204 ? undefined : await answer.json()) as never
    },
    async cookies() {
      const own = { domain: 'localhost', path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' } as const
      return { cookies: [...kept].map(([name, value]) => ({ name, value, ...own })), origins: [] }
    },
  }
}

type Rows = ReturnType<typeof openCustomers>

const opened = new Map<string, Rows>()

/** Opens the rows of the portal at that address, for `rowsAt`; answers what closes them. */
export function openRows(baseURL: string, dataDir: string): () => Promise<void> {
  const rows = openCustomers(dataDir, admin.email)
  opened.set(baseURL, rows)
  return rows.close
}

export function rowsAt(baseURL: string): Rows {
  const rows = opened.get(baseURL)
  if (!rows) throw new Error(`No spec's portal runs at ${baseURL}`)
  return rows
}

/** With a session of their own, by default the administrator. */
export async function entered(baseURL: string, userId?: string): Promise<Sender> {
  return senderAt(baseURL, await rowsAt(baseURL).insertSession(userId))
}
