import pg from 'pg'

/** Copies a database, which nobody may use meanwhile, to another of that server; answers its address. */
export async function copyOf(url: string, copy: string): Promise<string> {
  const address = new URL(url)
  const name = address.pathname.slice(1)
  address.pathname = '/postgres'
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  try {
    await client.query(`drop database if exists ${copy} with (force)`)
    await client.query(`create database ${copy} template ${client.escapeIdentifier(name)} strategy file_copy`)
  } finally {
    await client.end()
  }
  address.pathname = `/${copy}`
  return address.href
}
