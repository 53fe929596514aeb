import { expect, it } from 'vitest'
import { FairQueue } from './fairQueue.ts'

const settle = () => new Promise((done) => setImmediate(done))

/** All ask at once; who is served first ends first. */
async function turnsOf(people: string[], atOnce: number): Promise<string[]> {
  const queue = new FairQueue(atOnce)
  const [turns, ends]: [string[], (() => void)[]] = [[], []]
  for (const person of people)
    void queue.take(person).then((end) => {
      turns.push(person)
      ends.push(end)
    })
  await settle()
  while (ends.length > 0) {
    ends.shift()?.()
    await settle()
  }
  return turns
}

it('serves others between the files of two who send many', async () => {
  const many = Array.from({ length: 12 }, (_, place) => `many ${place % 2}`)
  const turns = await turnsOf([...many, 'one'], 2)
  expect(turns.slice(0, 4)).toEqual(['many 0', 'many 1', 'one', 'many 0'])
  expect(turns).toHaveLength(13)
})

it('serves one file of a person at a time', async () => {
  const queue = new FairQueue(2)
  const end = await queue.take('Sara')
  let served = false
  const second = queue.take('Sara').then(() => {
    served = true
  })
  await settle()
  expect(served).toBe(false)
  end()
  await second
})
