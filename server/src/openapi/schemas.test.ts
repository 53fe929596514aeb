import { expect, it } from 'vitest'
import { z } from 'zod'
import { schemaWriter } from './schemas.ts'

const Kind = z.enum(['new', 'renewal'])
const Part = z.object({ kind: Kind.default('new') })
const Whole = z.object({ part: Part, id: z.uuid() })

it('writes an exported schema once, under its name', () => {
  const { write, components } = schemaWriter({ Kind, Part, Whole })
  expect(write(Whole.array(), 'output')).toEqual({ type: 'array', items: { $ref: '#/components/schemas/Whole' } })
  expect(components).toEqual({
    Kind: { type: 'string', enum: ['new', 'renewal'] },
    Part: { type: 'object', properties: { kind: { default: 'new', $ref: '#/components/schemas/Kind' } }, required: ['kind'] },
    Whole: {
      type: 'object',
      properties: { part: { $ref: '#/components/schemas/Part' }, id: { type: 'string', format: 'uuid' } },
      required: ['part', 'id'],
    },
  })
})

it('gives what is sent a name of its own where it differs from what is answered, and all that has it as a part', () => {
  const { write, components } = schemaWriter({ Kind, Part, Whole })
  write(Whole, 'output')
  expect(write(Whole, 'input')).toEqual({ $ref: '#/components/schemas/WholeInput' })
  expect(Object.keys(components).toSorted()).toEqual(['Kind', 'Part', 'PartInput', 'Whole', 'WholeInput'])
  expect(components.Part).toHaveProperty('required')
  expect(components.PartInput).not.toHaveProperty('required')
  expect(components.WholeInput).toMatchObject({ properties: { part: { $ref: '#/components/schemas/PartInput' } } })
})

it('keeps the plain name for what is only sent', () => {
  const { write, components } = schemaWriter({ Kind, Part })
  expect(write(Part, 'input')).toEqual({ $ref: '#/components/schemas/Part' })
  expect(Object.keys(components)).toEqual(['Kind', 'Part'])
})
