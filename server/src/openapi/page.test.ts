import { expect, it } from 'vitest'
import { startPortal } from '../../../test/portal.ts'
import { providerSettings } from '../db/provider.table.ts'
import { openApiDocument } from './document.ts'

const portal = startPortal()
const get = (url: string) => portal.app.inject({ url })

it('serves the document as JSON and as YAML', async () => {
  expect((await get('/api/docs/json')).json()).toEqual(
    JSON.parse(JSON.stringify(openApiDocument({ ...portal.settings, product_name: 'Visa Portal' }))),
  )
  expect((await get('/api/docs/yaml')).body).toMatch(/^openapi: /)
})

it('has a page that loads only its own files', async () => {
  const page = await get('/api/docs')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self';/)
  const links = [...page.body.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link ?? '')
  expect(links.length).toBeGreaterThan(3)
  for (const link of links) expect((await get(link)).statusCode, link).toBe(200)
})

it('shows the product name as text, whatever it is', async () => {
  const product_name = '</title><h1 id="owned">'
  await portal.db.insert(providerSettings).values({ product_name })
  expect((await get('/api/docs/json')).json().info.title).toBe(product_name)
  expect((await get('/api/docs')).body).not.toContain('owned')
})
