import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { namesOnce, pathsOf, safeName } from './archiveNames.ts'

const hostile = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('.', '/', '\\', ':', ' ', '\u202e', '\0', 'a', 'A', 'é', 'e\u0301', 'ع', '~', '-') }),
  fc.constantFrom(
    '..',
    '.',
    '',
    'CON',
    'nul.txt',
    'com¹',
    'C:\\Windows',
    '/etc/passwd',
    '\u202egpj.exe',
    'x'.repeat(400),
    'ع'.repeat(400),
    'missing.txt',
  ),
)
const placed = fc.record({
  of_application: fc.constantFrom('a', 'b'),
  slot: fc.constantFrom(null, 'photo' as const, 'degree' as const),
  stage_name: fc.constantFrom(null, 'Medical Test' as const),
  owner_name: fc.oneof(hostile, fc.constant(null)),
  name: hostile,
  type: fc.constantFrom('application/pdf' as const, 'image/jpeg' as const),
})

describe('the paths in an archive', () => {
  it('are two plain names each, whatever people and files are called, and none twice on any system', () => {
    fc.assert(
      fc.property(hostile, hostile, fc.array(placed, { maxLength: 12 }), (one, other, documents) => {
        const cases = [
          { id: 'a', employee_name: one },
          { id: 'b', employee_name: other },
        ]
        const paths = pathsOf(cases, documents, 'missing.txt').map(({ path }) => path)
        expect(paths).toHaveLength(documents.length)
        for (const path of paths) {
          const parts = path.split('/')
          expect(parts).toHaveLength(2)
          for (const part of parts) {
            expect(part).not.toMatch(/^[.~-]|[. ]$|[\p{C}"\\:*?<>|]/u)
            expect(part).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i)
            expect(part.length).toBeGreaterThan(0)
            expect(Buffer.byteLength(part)).toBeLessThanOrEqual(200)
          }
          expect(path).toMatch(/\.(pdf|jpe?g)$/)
          expect(path.toLowerCase()).not.toBe('missing.txt')
        }
        const forms = paths.map((path) => path.normalize('NFKC').toUpperCase())
        expect(new Set(forms).size).toBe(forms.length)
      }),
      { numRuns: 500 },
    )
  })

  it('keep Arabic and Latin letters, and number what is called the same', () => {
    const photo = { slot: 'photo', stage_name: null, name: 'x', type: 'image/jpeg' } as const
    const cases = ['فاطمة الزهراء', 'José Núñez', 'JOSÉ NÚÑEZ'].map((employee_name, index) => ({ id: String(index), employee_name }))
    const documents = cases.map(({ id, employee_name }) => ({ ...photo, of_application: id, owner_name: employee_name }))
    expect(pathsOf(cases, documents).map(({ path }) => path)).toEqual([
      'فاطمة-الزهراء/فاطمة-الزهراء_photo.jpg',
      'José-Núñez/José-Núñez_photo.jpg',
      'JOSÉ-NÚÑEZ (2)/JOSÉ-NÚÑEZ_photo.jpg',
    ])
  })

  it.each([
    ['..', 'otherwise'],
    ['../../etc/passwd', 'etc-passwd'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['a\u202egpj', 'agpj'],
    [' . ', 'otherwise'],
  ])('makes of %j %j', (given, name) => {
    expect(safeName(given, 'otherwise')).toBe(name)
  })

  it('number names that differ in case alone', () => {
    const once = namesOnce('missing.txt')
    expect(['Missing.TXT', 'a', 'A'].map((name) => once(name))).toEqual(['Missing.TXT (2)', 'a', 'A (2)'])
  })
})
