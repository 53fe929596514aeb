// A person at the address that people type, from within a network of containers: node test/visitor.ts ORIGIN EMAIL PASSWORD [DOCUMENT]
// Signs in, stores a document (or reads that one), opens the pages, and tells what was answered.
import { setTimeout as sleep } from 'node:timers/promises'
import { getDocument, login, pathOf, uploadDocument } from 'contract'
import { PDF } from './files.ts'
import { client } from './serverProcess.ts'

const [origin = '', email = '', password = '', known] = process.argv.slice(2).filter(Boolean)
const as = client(origin)
const PATIENCE = 50
/** As the web does. Debian's Caddy has not seen yet that a portal ended, and does not send a body again. */
const UNAVAILABLE = [502, 503]
let signedIn = await as.send(login, { body: { email, password } })
for (let tries = 0; UNAVAILABLE.includes(signedIn.status) && tries < PATIENCE; tries++) {
  await sleep(100)
  signedIn = await as.send(login, { body: { email, password } })
}
const headers = { 'content-type': 'application/pdf', 'x-file-name': 'scan.pdf' }
const stored = known ? undefined : await as.raw(uploadDocument, PDF, headers)
const reply = (await stored?.json()) as { id: string } | undefined
const id = known ?? reply?.id ?? ''
/** s3rver answers before its last bytes are on the disk. */
const isRead = async () => (await as.bytes(pathOf(getDocument, { id })))?.equals(PDF) ?? false
let tries = 0
while (!(await isRead()) && ++tries < PATIENCE) await sleep(100)
const page = await fetch(`${origin}/customer-login`)
const script = /src="(\/[^"]+\.js)"/.exec(await page.text())?.[1]
const told = {
  signed_in: signedIn.status,
  is_secure: as.cookies.cookie.startsWith('__Host-'),
  stored: stored?.status,
  id,
  is_read: tries < PATIENCE,
  page: page.status,
  script: (await fetch(`${origin}${script}`)).status,
}
console.log(JSON.stringify(told))
