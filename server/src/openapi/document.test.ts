import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Call, calls } from 'contract'
import { describe, expect, it } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { openApiDocument } from './document.ts'

const ROOT = join(import.meta.dirname, '../../..')
const document = openApiDocument({ product_name: 'Visa Portal', https: false, public_origin: undefined })

interface Operation {
  operationId: string
  summary: string
  description?: string
  tags?: string[]
  security: object[]
  parameters?: { name: string; in: string; required?: boolean; schema: object }[]
  requestBody?: { required: boolean; content: Record<string, { schema: object }> }
  responses: Record<string, { $ref?: string; headers?: object; content?: Record<string, { schema: object }> }>
}

const operationOf = (call: Call) => document.paths[call.path]?.[call.method.toLowerCase()] as Operation
const headersOf = (call: Call) =>
  operationOf(call)
    .parameters?.filter((parameter) => parameter.in === 'header')
    .map(({ name }) => name) ?? []
const statusesOf = (call: Call) => Object.keys(operationOf(call).responses)

describe('the OpenAPI document', () => {
  it('has each call once, by its name, with who may make it', () => {
    for (const [name, call] of Object.entries<Call>(calls)) {
      const operation = operationOf(call)
      expect(operation, name).toMatchObject({ operationId: name, summary: call.summary })
      expect(operation.tags, name).toEqual(call.extension && ['extension'])
      expect(operation.security, name).toEqual(call.access === 'public' ? [] : [{ session: [] }])
      expect(operation.description, name).toEqual(call.access === 'public' ? undefined : `For: ${call.access.join(', ')}`)
      expect(operation.responses, name).toHaveProperty('default')
      expect(headersOf(call).includes('Idempotency-Key'), name).toBe(call.idempotent === true)
    }
    const count = Object.values(document.paths).flatMap((path) => Object.keys(path)).length
    expect(count).toBe(Object.keys(calls).length)
  })

  it('says where the API is and what it is', () => {
    expect(document.servers).toEqual([{ url: '/api' }])
    expect(document.info).toMatchObject({ title: 'Visa Portal', version: manifest.version, license: { name: manifest.license } })
    const secure = openApiDocument({ product_name: 'Visa Portal', https: true, public_origin: 'https://portal.example' })
    expect(secure.servers).toEqual([{ url: 'https://portal.example/api' }])
    expect(secure.components.securitySchemes.session.name).toBe('__Host-session')
  })

  it('writes each entity once, and refers to nothing that is not there', () => {
    const { schemas, responses } = document.components
    const { 200: listed } = operationOf(calls.listApplications).responses
    expect(listed?.content?.['application/json']?.schema).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/VisaApplication' },
    })
    expect(schemas.VisaApplication?.properties).toHaveProperty('current_stage')
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)]
    for (const [reference, kind, name = ''] of references)
      expect(kind === 'schemas' ? schemas[name] : responses[name], reference).toBeDefined()
    expect(references).toHaveLength(JSON.stringify(document).split('"$ref"').length - 1)
  })

  it('names the members of a map that always has the same', () => {
    const { documents } = document.components.schemas.Company?.properties ?? {}
    expect(documents).toMatchObject({ properties: { trade_license: { $ref: '#/components/schemas/DocumentOut' } } })
  })

  it('tells of the bytes of files and of streams', () => {
    const types = ['application/pdf', 'image/jpeg', 'image/png']
    expect(operationOf(calls.uploadDocument).requestBody).toMatchObject({ required: true })
    expect(Object.keys(operationOf(calls.uploadDocument).requestBody?.content ?? {})).toEqual(types)
    expect(headersOf(calls.uploadDocument)).toEqual(['X-File-Name'])
    expect(Object.keys(operationOf(calls.getDocument).responses[200]?.content ?? {})).toEqual(types)
    expect(headersOf(calls.getDocument)).toEqual(['Range'])
    expect(headersOf(calls.streamChanges)).toEqual(['Last-Event-ID'])
    expect(Object.keys(operationOf(calls.getDocument).responses[206]?.headers ?? {})).toEqual(['Content-Range'])
    expect(Object.keys(operationOf(calls.streamChanges).responses[200]?.content ?? {})).toEqual(['text/event-stream'])
  })

  it('tells of the headers of records and lists', () => {
    expect(Object.keys(operationOf(calls.getApplication).responses[200]?.headers ?? {})).toEqual(['ETag'])
    expect(Object.keys(operationOf(calls.listUsers).responses[200]?.headers ?? {})).toContain('X-Total-Count')
    const taking = Object.values<Call>(calls).filter((call) => headersOf(call).includes('If-Match'))
    expect(taking.map(({ name }) => name).toSorted()).toEqual([
      'approveUser',
      'confirmRule',
      'correctFacts',
      'deleteCompany',
      'deleteEmployee',
      'deleteUser',
      'setApplicationDocuments',
      'setCompanyDocuments',
      'setEstablishment',
      'setExpiryDate',
      'updateCompany',
      'updateEmployee',
      'updatePaper',
      'updateProvider',
    ])
  })

  it.each<[Call, number[]]>([
    [calls.me, [200, 400, 401]],
    [calls.getSettings, [200, 400]],
    [calls.logout, [204, 400, 403]],
    [calls.login, [200, 400, 401, 403, 413, 415, 422, 429]],
    [calls.startGoogleSignIn, [302, 400, 422]],
    [calls.getApplication, [200, 400, 401, 403, 404, 413, 422]],
    [calls.submitApplication, [201, 400, 401, 403, 404, 409, 413, 415, 422, 429]],
    [calls.updateEmployee, [200, 400, 401, 403, 404, 409, 412, 413, 415, 422]],
    [calls.deleteCompany, [204, 400, 401, 403, 404, 409, 412, 413, 415, 422, 429]],
    [calls.uploadDocument, [201, 400, 401, 403, 413, 415, 422, 429]],
    [calls.getDocument, [200, 206, 400, 401, 403, 404, 410, 416, 422]],
  ])('names the answers of a call: %#', (call, statuses) => {
    expect(statusesOf(call)).toEqual([...statuses.map(String), 'default'])
  })

  it('passes the linter', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'api-'))
    const file = join(folder, 'api.json')
    await writeFile(file, JSON.stringify(document))
    const linter = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js')
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const linted = promisify(execFile)(process.execPath, [linter, 'lint', file, '--format', 'json'], { cwd: ROOT, env })
    // Exit status 1 means errors.
    const { stdout } = await linted.catch((error: { stdout: string }) => error)
    await rm(folder, { recursive: true })
    const { problems } = JSON.parse(stdout) as { problems: { ruleId: string; location: { pointer: string }[] }[] }
    // redocly.yaml has the reason of each.
    expect(problems.map(({ ruleId, location }) => [ruleId, location[0]?.pointer])).toEqual([
      ['no-ambiguous-paths', '#/paths/~1users~1switch-company~1{company_id}'],
    ])
  })
})
