import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'

export type Schema = z.core.JSONSchema.BaseSchema
/** In an input, members with a default are optional. */
export type Form = 'output' | 'input'
export type Write = (schema: z.ZodType, form: Form) => Schema

/** Exported schemas become components: `X` is the output and, if different, `XInput` the input. Replies must be written first. */
export function schemaWriter(exported: Record<string, unknown>): { write: Write; components: Record<string, Schema> } {
  const names = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(exported))
    if (schema instanceof z.ZodType) names.add(schema, { ...z.globalRegistry.get(schema), id })
  const components: Record<string, Schema> = {}

  const write: Write = (schema, form) => {
    const options = { io: form, metadata: names, unrepresentable: 'any', override: simplify } as const
    const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, options)
    const withComponents = (part: object): Schema =>
      JSON.parse(JSON.stringify(part), (key, value) => (key === '$ref' ? referTo(value.replace('#/$defs/', '')) : value))
    const referTo = (name: string): string => {
      const component = withComponents($defs[name] ?? {})
      const isFree = form === 'output' || isDeepStrictEqual(components[name] ?? component, component)
      const own = isFree ? name : `${name}Input`
      components[own] = component
      return `#/components/schemas/${own}`
    }
    return withComponents(root)
  }

  return { write, components }
}

type Written = Parameters<NonNullable<z.core.ToJSONSchemaParams['override']>>[0]

function simplify({ zodSchema, jsonSchema }: Written): void {
  // A later version may answer more members.
  if (zodSchema instanceof z.ZodObject && !zodSchema.def.catchall) delete jsonSchema.additionalProperties
  // The default stands for a malformed id.
  if (zodSchema instanceof z.ZodCatch) delete jsonSchema.default
  if (jsonSchema.format) delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (zodSchema instanceof z.ZodRecord && zodSchema.keyType instanceof z.ZodEnum) nameMembers(jsonSchema, zodSchema.keyType.options)
}

/** Writes a record with known keys as an object. */
function nameMembers(record: Written['jsonSchema'], names: (string | number)[]): void {
  const { additionalProperties = {} } = record
  record.properties = Object.fromEntries(names.map((name) => [name, additionalProperties]))
  delete record.additionalProperties
  delete record.propertyNames
}
