import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { cpuTime } from '../../../test/cpuTime.ts'
import { isForThisState, tag } from './etag.ts'

const RECORD = { id: 1 }
const tags: string[] = []
tag({ header: (_: string, value: string) => tags.push(value) } as unknown as FastifyReply, RECORD)
const [current = ''] = tags
const isFor = (wanted: string) => isForThisState({ headers: { 'if-match': wanted } } as unknown as FastifyRequest, RECORD)

it.each([current, `"old",${current}`, `"old" ,\t${current} , "older"`])('takes %s', (wanted) => expect(isFor(wanted)).toBe(true))

it.each(['"old"', '', ',', current.slice(1)])('refuses %j', (wanted) => {
  expect(() => isFor(wanted)).toThrow('This was changed by someone else in the meantime')
})

it('refuses as soon what is full of spaces', async () => {
  expect(await cpuTime(() => expect(() => isFor(`a${' '.repeat(100_000)}b`)).toThrow())).toBeLessThan(1_000)
})
