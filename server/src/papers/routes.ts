import { addPaper, getPaper, listPapers, type PaperFields, type PaperKind, updatePaper, withdrawPaper } from 'contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { writeDeadlines } from '../deadlines/write.ts'
import { storeDocuments } from '../documents/attach.ts'
import { changesOf, writeHistory } from '../history/queries.ts'
import { refuse, refuseField, refuseFields, refuseUnknown } from '../http/errors.ts'
import { isForThisState, tag } from '../http/etag.ts'
import { withIdempotencyKey } from '../http/idempotency.ts'
import { sendPage } from '../http/list.ts'
import { Noted } from '../http/note.ts'
import { type Asked, readRoute, route } from '../http/route.ts'
import type { Viewer } from '../http/session.ts'
import { writtenList } from '../http/written.ts'
import { changeFile, putFile } from './files.ts'
import * as list from './list.queries.ts'
import * as queries from './queries.ts'
import { isOnRecord, wrongOwner } from './sentences.ts'
import { dayOf, findPaper } from './shown.ts'

type NewPaper = z.output<typeof addPaper.body>
type Owner = queries.Owner

export function paperRoutes(app: FastifyInstance, context: Context): void {
  const { db, now, rules } = context
  const today = () => dayOf(rules.all, now())

  async function shown(reply: FastifyReply, id: string, viewer: Viewer) {
    const paper = (await findPaper(db, viewer, id, today())) ?? refuseUnknown('paper')
    tag(reply, paper)
    return new Noted(paper, { concerns: id })
  }

  const listed = ({ query, viewer }: Asked<typeof listPapers>) => list.listPapers(db, viewer, query, today())
  readRoute(app, context, listPapers, listed, async (page, { reply }) => writtenList(sendPage(reply, page)))

  route(app, context, getPaper, async ({ params, viewer, reply }) => shown(reply, params.id, viewer))

  route(app, context, addPaper, async ({ body, viewer, request, reply }) => {
    const prepare = async () => {
      // Not a file for somebody whom the viewer does not know.
      if (body.document) await lockOwner(db, viewer, body)
      return storeDocuments(context, viewer, { document: body.document })
    }
    const effect = (tx: Db, stored: Map<string, string>) => add(tx, context, { body, viewer, file: stored.get('document') })
    return shown(reply, await withIdempotencyKey(context, { request, viewer, body, prepare, effect }), viewer)
  })

  route(app, context, updatePaper, async ({ params: { id }, body, viewer, request, reply }) => {
    if (body.document && !(await queries.findRow(db, viewer, id))) refuseUnknown('paper')
    const stored = await storeDocuments(context, viewer, { document: body.document })
    await db.transaction(async (tx) => {
      const at = now().toISOString()
      const { paper, owner } = await lockPaper(tx, viewer, id)
      const read = (await findPaper(tx, viewer, id, today())) ?? refuseUnknown('paper')
      isForThisState(request, read)
      refuseNotHeld(paper, 'corrected')
      const values = valuesOf(paper.kind, body, paper)
      // The licence number that was read is no change.
      refuseUnfit(paper.kind, values, body.number === read.number ? '' : (body.number ?? ''))
      const changes = changesOf(paper, values)
      const line = lineOf(owner, viewer, at)
      if (changes.length > 0) {
        await queries.changePaper(tx, owner, paper, values, at)
        await writeHistory(tx, { ...line, action: 'paper_corrected', subject: paper.kind, changes })
        await writeDeadlines(tx, context)
      }
      if (body.document !== undefined) await changeFile(tx, { paper, read, file: stored.get('document'), viewer, line })
    })
    return shown(reply, id, viewer)
  })

  route(app, context, withdrawPaper, async ({ params: { id }, body: { reason }, viewer, request, reply }) => {
    await db.transaction(async (tx) => {
      const at = now().toISOString()
      const { paper, owner } = await lockPaper(tx, viewer, id)
      isForThisState(request, (await findPaper(tx, viewer, id, today())) ?? refuseUnknown('paper'))
      refuseNotHeld(paper, 'withdrawn')
      if (paper.kind === 'passport') refuse(409, 'The employee record needs a passport: renew or correct it instead')
      await queries.setWithdrawn(tx, owner, paper, reason, at)
      const changes = changesOf({ reason: null }, { reason })
      await writeHistory(tx, { ...lineOf(owner, viewer, at), action: 'paper_withdrawn', subject: paper.kind, changes })
      await writeDeadlines(tx, context)
    })
    return shown(reply, id, viewer)
  })
}

interface Adding {
  body: NewPaper
  viewer: Viewer
  file: string | undefined
}

async function add(tx: Db, context: Context, { body, viewer, file }: Adding): Promise<string> {
  const at = context.now().toISOString()
  const owner = await lockOwner(tx, viewer, body)
  const { kind } = body
  const values = valuesOf(kind, body)
  refuseUnfit(kind, values, body.number ?? '')
  const renews = await renewedBy(tx, viewer, owner, body)
  const id = await queries.insertPaper(tx, { owner, kind, values, renews, at })
  const changes = changesOf(renews ?? {}, values)
  const line = lineOf(owner, viewer, at)
  await writeHistory(tx, { ...line, action: renews ? 'paper_renewed' : 'paper_added', subject: kind, changes })
  await putFile(tx, { paper: { id, kind }, file, viewer, line })
  await writeDeadlines(tx, context)
  return id
}

/** A line in the history of the newest record of the person, or of the company. */
const lineOf = ({ company_id, records: [newest] }: Owner, by: Viewer, at: string) => ({
  ...{ by, at },
  of: newest ? { employee: newest.id } : { company: company_id },
})

async function lockOwner(tx: Db, viewer: Viewer, { kind, employee_id, company_id }: NewPaper): Promise<Owner> {
  const wrong = wrongOwner(kind, employee_id ? 'person' : 'company')
  if (!employee_id && !company_id) refuseField('employee_id', 'A paper belongs to an employee or to a company')
  if (employee_id) {
    const owner = (await queries.lockOwnerOfRecord(tx, viewer, employee_id)) ?? refuseUnknown('employee')
    return wrong ? refuseField('kind', wrong) : owner
  }
  const owner = (await queries.lockCompany(tx, viewer, company_id ?? '')) ?? refuseUnknown('company')
  return wrong ? refuseField('kind', wrong) : owner
}

/** The paper as it is once its owner is locked. */
async function lockPaper(tx: Db, viewer: Viewer, id: string): Promise<{ paper: queries.PaperRow; owner: Owner }> {
  const { person_id, company_id } = (await queries.findRow(tx, viewer, id)) ?? refuseUnknown('paper')
  const owner = await (person_id ? queries.lockPerson(tx, person_id) : queries.lockCompany(tx, viewer, company_id))
  const paper = await queries.findRow(tx, viewer, id)
  return owner && paper ? { paper, owner } : refuseUnknown('paper')
}

/** The paper on record whose place the new one takes; refuses a second one beside it. */
async function renewedBy(tx: Db, viewer: Viewer, owner: Owner, { kind, renews_id }: NewPaper): Promise<queries.PaperRow | undefined> {
  if (renews_id === undefined) {
    const held = await queries.findHeld(tx, owner, kind)
    return held && refuse(409, isOnRecord(kind, held.expires_on), { paper_id: held.id })
  }
  const renewed = await queries.findRow(tx, viewer, renews_id)
  const fits = renewed && queries.isOfOwner(renewed, owner) && renewed.kind === kind && renewed.state === 'held'
  return fits ? renewed : refuse(409, 'Only the paper on record can be renewed')
}

function refuseNotHeld({ state }: queries.PaperRow, what: 'corrected' | 'withdrawn'): void {
  if (state === 'held') return
  refuse(409, what === 'corrected' ? 'Only the paper on record can be corrected' : 'Only the paper on record can be withdrawn')
}

const NAMES = ['title', 'number', 'issuer', 'note', 'issued_on', 'expires_on'] as const

/** What is absent stays; an empty text or date is none (P9). A passport number is written in capitals, as on the employee record. */
function valuesOf(kind: PaperKind, given: PaperFields, before?: queries.PaperRow): queries.Values {
  const said = NAMES.map((name) => [name, given[name] ?? before?.[name]] as const)
  const values = Object.fromEntries(said.map(([name, value]) => [name, value || null])) as unknown as queries.Values
  if (kind === 'trade_license') return { ...values, number: null }
  return kind === 'passport' ? { ...values, number: values.number?.toUpperCase() ?? null } : values
}

/** The sentence for what a paper of this kind cannot be. */
function refuseUnfit(kind: PaperKind, { title, number, issued_on, expires_on }: queries.Values, givenNumber: string): void {
  if (kind === 'other_paper' && !title) refuseField('title', 'Title is required')
  if (kind !== 'other_paper' && title) refuseField('title', 'Only other papers have a title')
  if (kind === 'trade_license' && givenNumber) refuseField('number', 'The licence number is changed in the company profile')
  if (kind === 'passport' && !number) refuseField('number', 'Number is required')
  if ((kind === 'residence' || kind === 'emirates_id') && !number && !expires_on)
    refuseFields(['number', 'expires_on'], 'The number or the expiry date is required')
  if (issued_on && expires_on && expires_on <= issued_on) refuseField('expires_on', 'The expiry date must be after the issue date')
}
