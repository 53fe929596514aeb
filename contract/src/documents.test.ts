import { describe, expect, it } from 'vitest'
import { downloadName, savedName, tooBig } from './documents.ts'

describe('downloadName (D5)', () => {
  it.each([
    ['Sara Khan', 'passport_front', 'application/pdf', 'Sara-Khan_passport_front.pdf'],
    ['Sara Khan', 'photo', 'image/jpeg', 'Sara-Khan_photo.jpg'],
    ['ليلى ناصر', 'Medical Test', 'image/png', 'ليلى-ناصر_medical_test.png'],
    ['../..\\x\r\n"y"', 'eid', 'image/png', '..-..-x-y-_eid.png'],
  ] as const)('%s, %s, %s', (owner, slot, type, expected) => expect(downloadName(owner, slot, type)).toBe(expected))
})

describe('savedName', () => {
  it.each([
    ['Transfer.PDF', 'application/pdf', 'Transfer.PDF'],
    ['IMG_1.jpeg', 'image/jpeg', 'IMG_1.jpeg'],
    ['receipt', 'image/png', 'receipt.png'],
    ['receipt.pdf.html', 'application/pdf', 'receipt.pdf.html.pdf'],
    ['receipt.pdf', 'image/png', 'receipt.pdf.png'],
  ] as const)('%s, %s', (name, type, expected) => expect(savedName(name, type)).toBe(expected))
})

describe('tooBig (D3)', () => {
  it('names the limit', () => expect(tooBig(10)).toContain('10 MB'))
})
