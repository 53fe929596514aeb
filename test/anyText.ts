import fc from 'fast-check'

/** What may stand in a text: quotes, control characters, Arabic, and characters beyond 16 bits. */
export const anyText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).map((each) => each.replaceAll('\0', '').toWellFormed() || 'x'),
  fc.constantFrom('فاطمة الزهراء', '"\\/\b\f\n\r\t\u2028\u007f', '😀 O’Neil', '<script>'),
)
export const textOrNull = fc.option(anyText)
export const anyMoment = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
/** Of fils, up to AED 20,000,000. */
export const anyFils = fc.integer({ min: 1, max: 2_000_000_000 })

const SEED = 2026
/** The same values in each run. */
export const sample = <Value>(values: fc.Arbitrary<Value>, numRuns: number): Value[] => fc.sample(values, { numRuns, seed: SEED })
