import { expect, it } from 'vitest'
import { searchable } from './search.ts'

it.each([
  ['José  ÁLVAREZ', 'jose alvarez'],
  ['أحمد إبراهيم آل ٱلنور', 'احمد ابراهيم ال النور'],
  ['مصطفى', 'مصطفي'],
  ['مـــريم', 'مريم'],
  ['مُحَمَّد', 'محمد'],
  ['فاطمة', 'فاطمه'],
])('%s is searched as %s', (text, expected) => expect(searchable(text)).toBe(expected))
