import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listOutbox } from './outbox.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outbox-'))
})
afterAll(() => rm(folder, { recursive: true }))

const base64 = (text: string) => Buffer.from(text).toString('base64')
const TYPE = 'Content-Type: text/plain; charset=utf-8'
const MAILS: Record<string, string[]> = {
  'plain.eml': ['To: omar@people.example', 'Subject: News', TYPE, '', 'The visa of Sara Khan expires.'],
  'lines.eml': [
    'To: omar@people.example',
    TYPE,
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'The visa of Sara =',
    'Kh=',
    'an expires.',
  ],
  'base64.eml': ['To: omar@people.example', TYPE, 'Content-Transfer-Encoding: base64', '', base64('The visa of Sara Khan expires.')],
  'subject.eml': ['To: omar@people.example', `Subject: =?utf-8?B?${base64('Offer for Sara Khan')}?=`, TYPE, '', 'There is news.'],
  'reader.eml': ['To: =?utf-8?Q?Sara_Khan?= <sara@people.example>', TYPE, '', 'There is news.'],
  'html.eml': [
    ...['To: omar@people.example', 'Content-Type: multipart/alternative; boundary=part', '', '--part'],
    ...['Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: base64', '', base64('<p>Sara Khan</p>'), '--part--'],
  ],
  'other.eml': ['To: omar@people.example', 'Subject: News', TYPE, '', 'The visa of Sara Khanum expires.'],
}

it('finds a name however a mail is encoded, as whole words', async () => {
  for (const [name, lines] of Object.entries(MAILS)) await writeFile(join(folder, name), lines.join('\r\n'))
  const found = await listOutbox(folder, ['sara khan'])
  expect(found.toSorted()).toEqual(['base64.eml', 'html.eml', 'lines.eml', 'plain.eml', 'reader.eml', 'subject.eml'])
  expect(await listOutbox(join(folder, 'missing'), ['sara khan'])).toEqual([])
})
