import { STATUS_CODES } from 'node:http'
import { ArchiveReply, type Call, EventStream, FileBody, FileReply, MEDIA_TYPES, TABLE_FORMATS, TABLE_TYPES, TableReply } from 'contract'
import { z } from 'zod'
import { refusalsOf, responseName, takesIfMatch } from './refusals.ts'
import type { Form, Schema, Write } from './schemas.ts'

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  description?: string
  required?: boolean
  schema: Schema
}

const text = { type: 'string' } as const
const bytesOf = (types: readonly string[]) => Object.fromEntries(types.map((type) => [type, { schema: { ...text, format: 'binary' } }]))
const FILE = bytesOf(MEDIA_TYPES)
const ETAG = { ETag: { description: 'The state of the record, for If-Match', schema: text } }
const LOCATION = { Location: { description: 'Where the browser goes on', schema: text } }
const PAGE = {
  'X-Total-Count': {
    description: 'How many rows match; with a search or a filter, 10001 stands for more than 10,000',
    schema: { type: 'integer' },
  },
  'X-Unfiltered-Count': { description: 'How many rows there are without search and filters', schema: { type: 'integer' } },
  Link: { description: 'The address of the next page, as rel="next"; absent on the last one', schema: text },
}
const IF_MATCH: Parameter = {
  name: 'If-Match',
  in: 'header',
  description: 'The ETag of the state that the change is meant for; 412 where the record has another one by now',
  schema: text,
}
const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Sent again with the same key and body within 24 h, the call answers the same and makes nothing twice',
  schema: { ...text, minLength: 1, maxLength: 200 },
}
const RANGE: Parameter = {
  name: 'Range',
  in: 'header',
  description: 'One part of the file, such as bytes=0-65535, answered with 206',
  schema: text,
}
const CONTENT_RANGE = { 'Content-Range': { description: 'The first and last byte of the part, and the size of the file', schema: text } }
const LAST_EVENT_ID: Parameter = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'The id of the last `place`, which counts before `after`',
  schema: text,
}
const FILE_NAME: Parameter = { name: 'X-File-Name', in: 'header', description: 'The name of the file, percent-encoded', schema: text }

export function operationOf(call: Call, write: Write) {
  const parameters = parametersOf(call, write)
  const refusals = refusalsOf(call).map((status) => [status, { $ref: `#/components/responses/${responseName(status)}` }])
  return {
    operationId: call.name,
    summary: call.summary,
    ...(call.access !== 'public' && { description: `For: ${call.access.join(', ')}` }),
    ...(call.extension && { tags: ['extension'] }),
    security: call.access === 'public' ? [] : [{ session: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(call.body && {
      requestBody: { required: isRequired(call.body), content: contentOf(call.body, 'input', write) },
    }),
    responses: {
      ...successOf(call, write),
      ...Object.fromEntries(refusals),
      default: { $ref: '#/components/responses/Unavailable' },
    },
  }
}

function parametersOf(call: Call, write: Write): Parameter[] {
  const membersOf = (part: z.ZodType | undefined, place: 'path' | 'query'): Parameter[] =>
    Object.entries(part instanceof z.ZodObject ? (part.shape as Record<string, z.ZodType>) : {}).map(([name, schema]) => ({
      name,
      in: place,
      required: place === 'path' || isRequired(schema),
      schema: write(schema, 'input'),
    }))
  return [
    ...membersOf(call.params, 'path'),
    ...membersOf(call.query, 'query'),
    ...(call.idempotent ? [IDEMPOTENCY_KEY] : []),
    ...(takesIfMatch(call) ? [IF_MATCH] : []),
    ...(call.body === FileBody ? [FILE_NAME] : []),
    ...(call.reply === FileReply ? [RANGE] : []),
    ...(call.reply === EventStream ? [LAST_EVENT_ID] : []),
  ]
}

function successOf(call: Call, write: Write): Record<string, object> {
  const status = call.status ?? (call.reply ? 200 : 204)
  const headers = { ...(status === 302 && LOCATION), ...(call.answers === 'record' && ETAG), ...(call.answers === 'list' && PAGE) }
  return {
    [status]: {
      description: call.reply?.description ?? STATUS_CODES[status] ?? '',
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(call.reply && { content: contentOf(call.reply, 'output', write) }),
    },
    ...(call.reply === FileReply && { 206: { description: STATUS_CODES[206] ?? '', headers: CONTENT_RANGE, content: FILE } }),
  }
}

const isRequired = (schema: z.ZodType): boolean => schema === FileBody || !schema.safeParse(undefined).success

export function contentOf(data: z.ZodType, form: Form, write: Write): Record<string, { schema: Schema }> {
  if (data === FileBody || data === FileReply) return FILE
  if (data === ArchiveReply) return bytesOf(['application/zip'])
  if (data === TableReply) return bytesOf(TABLE_FORMATS.map((format) => TABLE_TYPES[format].split(';')[0] ?? ''))
  if (data === EventStream) return { 'text/event-stream': { schema: text } }
  return { 'application/json': { schema: write(data, form) } }
}
