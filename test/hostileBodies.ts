import { KB } from 'contract'
import fc from 'fast-check'

interface HostileBody {
  name: string
  body: () => Buffer
}

/** The limit of an ordinary call, and a size that only calls with documents read. */
const SIZES = { '250 KB': 250 * KB, '24 MB': 24 * KB * KB }

/** A repeated part, with what stands before and behind it. */
type Kind = [unit: string, before: string, behind: string]

const IN_TEXT = (field: string): [string, string] => [`{"amount":1,"${field}":"`, '"}']
const IN_LIST: [string, string] = ['{"amount":1,"receipt_document":"x","junk":[', '1]}']

const KINDS: Record<string, Kind> = {
  'empty objects': ['{},', ...IN_LIST],
  'lists with an object': ['[{}],', ...IN_LIST],
  numbers: ['0,', ...IN_LIST],
  'huge exponents': ['1e999999,', ...IN_LIST],
  'empty texts': ['"",', ...IN_LIST],
  'one text each': ['"ab\\u2028",', ...IN_LIST],
  'lists in lists': ['[', '', ''],
  'objects in objects': ['{"a":', '', ''],
  'the same member': ['"a":1,', '{', '"b":1}'],
  'names of prototypes in a text': ['\\"__proto__\\":', ...IN_TEXT('junk')],
  'line separators in a name': ['a\\u2028', ...IN_TEXT('employee_name')],
  'Arabic letters as escapes': ['\\u0628', ...IN_TEXT('salary_breakup')],
  'line separators as they are': ['\u2028', ...IN_TEXT('employee_name')],
  'escaped quotes': ['\\"', ...IN_TEXT('receipt_document')],
  'escaped backslashes': ['\\\\', ...IN_TEXT('receipt_document')],
  'half a pair': ['\\ud800', ...IN_TEXT('employee_name')],
  'dots in an e-mail': ['a.', '{"email":"', '"}'],
  'a data string of nothing': ['A', '{"amount":1,"receipt_document":"data:;base64,', '"}'],
  'a data string with escapes': ['\\/', '{"amount":1,"receipt_document":"data:;base64,', '"}'],
  'a data string in an id': ['A', '{"company_id":"data:;base64,', '"}'],
  'a data string of NUL': ['\u0000', '{"amount":1,"receipt_document":"data:;base64,', '"}'],
  'the name of a member': ['x', '{"documents":{"', '":1}}'],
  'a text that does not end': ['x', '{"employee_name":"', ''],
  'numbers where mails are named': ['1,', '{"muted_mails":[', '1]}'],
  blanks: [' \n', '{"amount":1', '}'],
  digits: ['1', '{"amount":', '}'],
  garbage: ['\u0001', '', ''],
}

const made = ([unit, before, behind]: Kind, size: number): Buffer =>
  Buffer.concat([before, unit.repeat(Math.floor(size / Buffer.byteLength(unit))), behind].map((text) => Buffer.from(text)))

/** JSON, and beginnings of JSON, that cost the reader far more than the sender. */
export const hostileBodies: HostileBody[] = Object.entries(SIZES).flatMap(([size, bytes]) =>
  Object.entries(KINDS).map(([kind, parts]) => ({ name: `${size} of ${kind}`, body: () => made(parts, bytes) })),
)

const FIELDS = ['employee_name', 'company_id', 'email', 'amount', 'documents', 'receipt_document', 'fields', 'muted_mails', 'unknown']
const UNITS = [
  ...new Set(Object.values(KINDS).map(([unit]) => unit)),
  '\\',
  '"',
  ',',
  ':',
  '}',
  ']',
  'null,',
  '\ud83d\ude00',
  '\ufeff',
  'e9',
]

/** More like that: anything repeated anywhere in an object, up to the limit of an ordinary call. */
export const hostileBody: fc.Arbitrary<HostileBody> = fc
  .record({
    field: fc.constantFrom(...FIELDS),
    units: fc.array(fc.constantFrom(...UNITS), { minLength: 1, maxLength: 3 }),
    around: fc.constantFrom(['"', '"'], ['[', '1]'], ['{', '"a":1}'], ['"data:;base64,', '"'], ['', '']),
    size: fc.constantFrom(100, 10 * KB, 40 * KB, 250 * KB),
  })
  .map(({ field, units, around: [before, behind], size }) => ({
    name: `${size} bytes of ${JSON.stringify(units)} between ${before} and ${behind} in ${field}`,
    body: () => made([units.join(''), `{"${field}":${before}`, `${behind}}`], size),
  }))
