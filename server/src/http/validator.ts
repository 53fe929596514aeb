import type { FastifySchemaCompiler } from 'fastify'
import { type ZodType, z } from 'zod'
import { InvalidInput } from './errors.ts'

/** The optional members of a body, for which null is the same as absent (P9). */
function absentWhenNull(schema: ZodType): string[] {
  const body = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  if (!(body instanceof z.ZodObject)) return []
  return Object.entries<ZodType>(body.shape).flatMap(([name, member]) => (member.safeParse(undefined).success ? [name] : []))
}

/** Leaves these members out of the bodies for this schema. */
function leavingNullsOut(schema: ZodType): (body: unknown) => unknown {
  const names = new Set(absentWhenNull(schema))
  return (body) => {
    if (names.size === 0 || typeof body !== 'object' || body === null || Array.isArray(body)) return body
    return Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== null || !names.has(name)))
  }
}

/** Reads params, query and body by the schemas of the contract; a call without a body reads as an empty one. */
export const validator: FastifySchemaCompiler<ZodType> = ({ schema, httpPart }) => {
  const leaveNullsOut = leavingNullsOut(schema)
  return (data) => {
    const read = schema.safeParse(httpPart === 'body' ? leaveNullsOut(data ?? {}) : data)
    return read.success ? { value: read.data } : { error: new InvalidInput(read.error.issues) }
  }
}
