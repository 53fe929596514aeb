import { addRule, confirmRule, dubaiDate, getRule, inForceOn, listRules, MAX_RULES, type NewRule, type RuleRecord } from 'contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { v7 } from 'uuid'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { writeHistory } from '../history/queries.ts'
import { refuse, refuseUnknown } from '../http/errors.ts'
import { isForThisState, tag } from '../http/etag.ts'
import { withIdempotencyKey } from '../http/idempotency.ts'
import { Noted } from '../http/note.ts'
import { route } from '../http/route.ts'
import type { Viewer } from '../http/session.ts'
import { shownOn } from './book.ts'
import * as queries from './queries.ts'

/** Names are for administrators. */
const nameless = { created_by_name: null, confirmed_by_name: null }

async function findRecord(db: Db, id: string, { role }: Viewer): Promise<RuleRecord> {
  const found = await queries.listVersions(db, id)
  const versions = role === 'admin' ? found : found.map((version) => ({ ...version, ...nameless }))
  const rule = versions.find((version) => version.id === id) ?? refuseUnknown('rule')
  return { ...rule, versions }
}

/** The one before it stays in force until its day; one of its day that is still ahead is replaced. */
async function makeRoom(tx: Db, { key, applies, in_force_from }: z.output<typeof NewRule>, today: string, at: string): Promise<void> {
  const line = await queries.listRules(tx, queries.isOfLine({ key, applies }))
  const held = line.filter((rule) => rule.in_force_from <= today).map((rule) => rule.in_force_from)[0]
  if (held && in_force_from <= held) refuse(409, `A rule from ${written(held)} is in force. Choose a later date.`)
  const same = line.find((rule) => rule.in_force_from === in_force_from)
  if (same) await queries.replaceRule(tx, same.id, at)
}

const format = new Intl.DateTimeFormat('en-AE', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
/** `11 Feb 2026`. */
const written = (date: string): string => format.format(Date.parse(date))

export function ruleRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context

  async function shown(reply: FastifyReply, id: string, viewer: Viewer) {
    const record = await findRecord(db, id, viewer)
    tag(reply, record)
    return new Noted(record, { concerns: id })
  }

  route(app, context, listRules, async ({ query: { key, on, unconfirmed } }) => {
    const all = await queries.listRules(db)
    const ofKey = all.filter((rule) => (key === undefined || rule.key === key) && rule.in_force_from <= (on ?? '9999-12-31'))
    const listed = on ? inForceOn(ofKey, on) : shownOn(ofKey, dubaiDate(now()))
    return unconfirmed === undefined ? listed : listed.filter((rule) => rule.confirmed !== unconfirmed)
  })

  route(app, context, getRule, async ({ params, viewer, reply }) => shown(reply, params.id, viewer))

  route(app, context, addRule, async ({ body, viewer, request, reply }) => {
    const effect = async (tx: Db) => {
      const moment = now()
      const [id, at] = [v7(), moment.toISOString()]
      await queries.lockRules(tx)
      if ((await queries.countRules(tx)) >= MAX_RULES) refuse(409, 'There are as many rules as the portal keeps')
      await makeRoom(tx, body, dubaiDate(moment), at)
      await queries.insertRule(tx, { id, ...queries.valuesOf(body), created_at: at, created_by: viewer.id })
      await writeHistory(tx, { of: { settings: id }, by: viewer, at, action: 'rule_added', subject: body.key })
      return id
    }
    return shown(reply, await withIdempotencyKey(context, { request, viewer, body, effect }), viewer)
  })

  route(app, context, confirmRule, async ({ params: { id }, body: { confirmed }, viewer, request, reply }) => {
    await db.transaction(async (tx) => {
      await queries.lockRules(tx)
      const record = await findRecord(tx, id, viewer)
      isForThisState(request, record)
      if (record.replaced_at) refuse(409, 'Another rule of the same day has taken its place')
      if (record.confirmed === confirmed) return
      const at = now().toISOString()
      await queries.insertConfirmation(tx, { id: v7(), rule_id: id, confirmed, confirmed_at: at, confirmed_by: viewer.id })
      const action = confirmed ? 'rule_confirmed' : 'rule_doubted'
      await writeHistory(tx, { of: { settings: id }, by: viewer, at, action, subject: record.key })
    })
    return shown(reply, id, viewer)
  })
}
