import { expect, it } from 'vitest'
import { decrypt, newKey } from './encryption.ts'
import { openVault } from './vault.ts'

const CONTEXT = 'a list'
const PLAIN = Buffer.from('a place')

it('seals what browsers carry with another key than secrets of the database, the same at each server', () => {
  const key = newKey()
  const [one, other] = [openVault(key), openVault(key)]
  const sealed = one.carried.encrypt(PLAIN, CONTEXT)
  expect(other.carried.decrypt(sealed, CONTEXT)).toEqual(PLAIN)
  expect(() => decrypt(sealed, key, CONTEXT)).toThrow()
  expect(() => one.decrypt(sealed, CONTEXT)).toThrow()
  expect(() => one.carried.decrypt(one.encrypt(PLAIN, CONTEXT), CONTEXT)).toThrow()
  expect(() => openVault(newKey()).carried.decrypt(sealed, CONTEXT)).toThrow()
})
