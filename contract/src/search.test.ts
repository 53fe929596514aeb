import { expect, it } from 'vitest'
import { searchable } from './search.ts'

it.each([
  ['José  ÁLVAREZ', 'jose alvarez'],
  ['أحمد', 'احمد'],
  ['مُحَمَّد', 'محمد'],
  ['فاطمة', 'فاطمه'],
])('%s is searched as %s', (text, expected) => expect(searchable(text)).toBe(expected))
