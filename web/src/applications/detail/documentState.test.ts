import { APPLICATION_SLOTS, type DocumentInfo } from 'contract'
import { describe, expect, it } from 'vitest'
import ar from '../../messages/ar.json'
import en from '../../messages/en.json'
import { askedFor, documentState, SLOT_NAMES } from './documentState.ts'

const photo: DocumentInfo = {
  id: '0196f0a0-0000-7000-8000-000000000001',
  name: 'photo.jpg',
  type: 'image/jpeg',
  size: 1,
  attachments: false,
  lost: false,
  url: '/api/documents/0196f0a0-0000-7000-8000-000000000001',
  created_at: '2026-11-20T05:00:00.000Z',
}
const details = { ...Object.fromEntries(APPLICATION_SLOTS.map((slot) => [slot, null])), photo } as Record<
  (typeof APPLICATION_SLOTS)[number],
  DocumentInfo | null
>
const active = { status: 'active', document_details: details } as const
const refused = (notes: string, updated_at = '2026-11-20T06:00:00.000Z') => ({ status: 'Rejected', notes, updated_at }) as const

describe('documentState', () => {
  it('knows each document by its name in either language', () => {
    for (const slot of APPLICATION_SLOTS) expect(SLOT_NAMES[slot]).toEqual([en.enums.slot[slot], ar.enums.slot[slot]])
  })

  it('is to be replaced where a refusal names it, in either language, until another file comes', () => {
    for (const line of ['Please replace: Photo', 'يرجى استبدال: الصورة الشخصية'])
      expect(documentState('photo', active, [refused(`Too dark\n${line}`)])).toEqual({ is: 'to_replace', reason: 'Too dark' })
    expect(documentState('photo', active, [refused('Photo', '2026-11-20T04:00:00.000Z')])).toEqual({ is: 'received' })
    expect(documentState('photo', active, [refused('The salary is too low')])).toEqual({ is: 'received' })
    expect(documentState('photo', active, [{ ...refused('Photo'), status: 'In Process' }])).toEqual({ is: 'received' })
  })

  it('is accepted with the visa, and received only where the case was withdrawn', () => {
    expect(documentState('photo', { ...active, status: 'completed' }, [refused('Photo')])).toEqual({ is: 'accepted' })
    expect(documentState('photo', { ...active, status: 'withdrawn' }, [refused('Photo')])).toEqual({ is: 'received' })
  })
})

describe('askedFor', () => {
  it('asks for what never came as well', () => {
    expect(askedFor(refused('Degree and Photo'), active)).toEqual(['photo', 'degree'])
  })
})
