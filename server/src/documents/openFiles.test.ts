import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { PDF } from '../../../test/files.ts'
import { given } from '../../../test/given.ts'
import { startObjectServer } from '../../../test/objectServer.ts'
import { startPortal } from '../../../test/portal.ts'
import { MARK } from '../files/objects.ts'
import { readSettings } from '../settings.ts'
import { openFiles } from './openFiles.ts'

const objects = startObjectServer()
const portal = startPortal()
const make = given(portal)
let ids: string[]

beforeAll(async () => {
  const company = await make.company()
  const made = [
    await make.document({ company_id: company.id, slot: 'trade_license' }, PDF),
    await make.document({ company_id: company.id, slot: 'other_doc_1' }, PDF),
    await make.document({ company_id: company.id, slot: 'other_doc_2' }, PDF),
    await make.document({ company_id: company.id, slot: 'other_doc_3' }, PDF),
  ]
  ids = made.map(({ id }) => id)
})

async function open(more: NodeJS.ProcessEnv) {
  const key = { MASTER_KEY: portal.master_key.toString('hex'), DATA_DIR: portal.settings.data_dir }
  const { files } = await openFiles(readSettings({ ...key, ...more }), portal.db)
  await files.close()
}

describe('openFiles', () => {
  it('refuses a place that has none of the documents, before it is marked', async () => {
    await expect(open(objects.settings('wrong'))).rejects.toThrow(
      `The documents of the database, such as ${ids.at(-1)}, are not in s3://documents/wrong. Check FILES_URL`,
    )
    expect(await objects.names('wrong')).toEqual([])
    await open({ ...objects.settings('moving'), FILES_ALSO: 'folder' })
    expect(await objects.names('moving')).toEqual([MARK])
  })

  it('does not take a store that fails for one that lacks them', async () => {
    objects.before = async (context, next) => {
      if (context.path.includes(MARK) || 'list-type' in context.query) return next()
      context.status = 403
      context.body = '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'
    }
    await open(objects.settings('failing'))
  })

  it('takes a folder whose newest documents are lost, and refuses an empty one', async () => {
    await open({})
    for (const id of ids.slice(1)) await rm(join(portal.settings.files_dir, id))
    await open({})
    await rm(join(portal.settings.files_dir, ids[0] ?? ''))
    await expect(open({})).rejects.toThrow('are not in the folder of DATA_DIR. Check FILES_URL')
    expect(await readdir(portal.settings.files_dir)).toEqual(['tmp'])
  })
})
