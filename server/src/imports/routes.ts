import { checkImport, dubaiDate, listImports, runImport, type Sheet, undoImport } from 'contract'
import type { FastifyInstance } from 'fastify'
import { isOwnCompany } from '../companies/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/open.ts'
import { writeDeadlines } from '../deadlines/write.ts'
import { refuse, refuseUnknown } from '../http/errors.ts'
import { withIdempotencyKey } from '../http/idempotency.ts'
import { Noted } from '../http/note.ts'
import { route } from '../http/route.ts'
import type { Viewer } from '../http/session.ts'
import { fingerprintOf, judge, shownRow } from './judge.ts'
import { findOnRecord } from './known.ts'
import * as queries from './queries.ts'
import { readSheet } from './sheet.ts'
import { undo } from './undo.ts'
import { writeImport } from './write.ts'

export function importRoutes(app: FastifyInstance, context: Context): void {
  const { db, now, vault } = context

  async function judged(tx: Db, sheet: Sheet, options: { lock?: boolean } = {}) {
    const rows = readSheet(sheet)
    return judge({ rows, onRecord: await findOnRecord(tx, sheet.company_id, rows, options), today: dubaiDate(now()) })
  }
  async function ownCompany(viewer: Viewer, company_id: string): Promise<string> {
    return (await isOwnCompany(db, viewer, company_id)) ? company_id : refuseUnknown('company')
  }

  route(app, context, checkImport, async ({ body, viewer }) => {
    await ownCompany(viewer, body.company_id)
    const rows = await judged(db, body)
    return { rows: rows.map(shownRow), fingerprint: fingerprintOf(body, rows) }
  })

  route(app, context, runImport, async ({ body, viewer, request }) => {
    const company_id = await ownCompany(viewer, body.company_id)
    const effect = async (tx: Db) => {
      await queries.lockImports(tx, company_id)
      const rows = await judged(tx, body, { lock: true })
      const refused = rows.filter(({ outcome }) => outcome === 'refused').length
      if (refused === 1) refuse(409, 'Nothing was imported: 1 row has problems')
      if (refused > 1) refuse(409, `Nothing was imported: ${refused} rows have problems`)
      if (fingerprintOf(body, rows) !== body.fingerprint)
        refuse(409, 'Nothing was imported: something has changed since the check. Check again.')
      const at = now().toISOString()
      const id = await writeImport(tx, { company_id, file_name: body.file_name, judged: rows, by: viewer, at, vault })
      await writeDeadlines(tx, context)
      return id
    }
    const id = await withIdempotencyKey(context, { request, viewer, body, effect })
    return shown(id, viewer)
  })

  route(app, context, listImports, async ({ query, viewer }) => queries.listImports(db, viewer, query.company_id))

  route(app, context, undoImport, async ({ params, viewer }) => {
    await db.transaction(async (tx) => {
      const { company_id } = (await queries.findImport(tx, viewer, params.id)) ?? refuseUnknown('import')
      await queries.lockImports(tx, company_id)
      const run = (await queries.findImport(tx, viewer, params.id)) ?? refuseUnknown('import')
      await undo(tx, { run, by: viewer, at: now().toISOString(), vault })
      await writeDeadlines(tx, context)
    })
    return shown(params.id, viewer)
  })

  async function shown(id: string, viewer: Viewer) {
    const found = (await queries.findImport(db, viewer, id)) ?? refuseUnknown('import')
    return new Noted(found, { concerns: found.company_id })
  }
}
