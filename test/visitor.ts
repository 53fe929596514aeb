// A person at the address that people type, from within a network of containers: node test/visitor.ts ORIGIN EMAIL PASSWORD [DOCUMENT]
// Signs in, stores a document (or reads that one), opens the pages, and tells what was answered.
import { getDocument, login, pathOf, uploadDocument } from 'contract'
import { PDF } from './files.ts'
import { client } from './serverProcess.ts'

const [origin = '', email = '', password = '', known] = process.argv.slice(2)
const as = client(origin)
const signedIn = await as.send(login, { body: { email, password } })
const headers = { 'content-type': 'application/pdf', 'x-file-name': 'scan.pdf' }
const stored = known ? undefined : await as.raw(uploadDocument, PDF, headers)
const id = known ?? ((await stored?.json()) as { id: string }).id
const page = await fetch(`${origin}/customer-login`)
const script = /src="(\/[^"]+\.js)"/.exec(await page.text())?.[1]
const told = {
  signed_in: signedIn.status,
  is_secure: as.cookies.cookie.startsWith('__Host-'),
  stored: stored?.status,
  id,
  is_read: (await as.bytes(pathOf(getDocument, { id })))?.equals(PDF) ?? false,
  page: page.status,
  script: (await fetch(`${origin}${script}`)).status,
}
console.log(JSON.stringify(told))
