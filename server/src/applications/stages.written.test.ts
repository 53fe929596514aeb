import { listStages, type Role, STAGE_NAMES, Stage, type StageStatus } from 'contract'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { anyMoment, anyText, sample, textOrNull } from '../../../test/anyText.ts'
import { as } from '../../../test/as.ts'
import { JPEG } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { stages } from '../db/applications.table.ts'
import { documentInfo } from '../documents/queries.ts'

const portal = startPortal()
const make = given(portal)
const EMAIL = 'sara.khan@people.example'

const row = fc.record({
  status: fc.constantFrom<StageStatus>('Submitted', 'In Process', 'Approved', 'Rejected'),
  notes: textOrNull,
  created_at: anyMoment,
  updated_at: anyMoment,
})
const facts = fc.record({ ...{ row, name: anyText, file: fc.boolean(), isLost: fc.boolean(), isByUser: fc.boolean() } })

it.each<Role>(['admin', 'company_admin', 'employee'])('stages are written as the schema would write them, for: %s', async (role) => {
  const company = await make.company()
  const verified = role === 'employee' && { email: EMAIL, email_verified_at: '2026-11-01T00:00:00.000Z' }
  const reader = as(portal, await make.user(role, { of: [company], ...verified }))
  for (const recorded of sample(fc.uniqueArray(fc.constantFrom(...STAGE_NAMES)), 8)) {
    const { id } = await make.application(company, { email: EMAIL })
    const expected: Stage[] = []
    for (const [at, { row, name, file, isLost, isByUser }] of sample(facts, recorded.length).entries()) {
      const stage = await make.stage({ id }, recorded[at] ?? 'Offer Letter')
      const by = isByUser ? await make.user('admin', { full_name: name }) : undefined
      await portal.db
        .update(stages)
        .set({ ...row, updated_by: by?.id ?? null })
        .where(eq(stages.id, stage.id))
      const { created_at } = row
      const missing_at = isLost ? created_at : null
      const document = file ? await make.document({ stage_id: stage.id, name, created_at, missing_at }, JPEG) : undefined
      const details = document ? documentInfo(document) : null
      expected.push({ ...stage, ...row, document: details?.url ?? null, document_details: details, updated_by_name: by?.full_name ?? null })
    }
    const inOrder = expected.toSorted((one, other) => STAGE_NAMES.indexOf(one.stage_name) - STAGE_NAMES.indexOf(other.stage_name))
    const { raw } = await reader.send(listStages, { params: { id }, query: { documents: 'link' } })
    expect(raw.payload).toBe(JSON.stringify(z.array(Stage).parse(inOrder)))
  }
})
