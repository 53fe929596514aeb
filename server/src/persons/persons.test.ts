import { NATIONALITIES, nationalityKey, nationalityWord, searchable, submitApplication } from 'contract'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { as } from '../../../test/as.ts'
import { given } from '../../../test/given.ts'
import { startPortal } from '../../../test/portal.ts'
import { newEmployee } from '../../../test/submission.ts'
import { applications } from '../db/applications.table.ts'
import { employees } from '../db/people.table.ts'
import { persons } from '../db/persons.table.ts'

const portal = startPortal()
const make = given(portal)
const NO_PASSPORT = { passport_number: null }

async function customer() {
  const company = await make.company()
  return { company, ...as(portal, await make.user('company_admin', { of: [company] })) }
}
const personOf = async ({ id }: { id: string }) => {
  const [row] = await portal.db.select({ person_id: applications.person_id }).from(applications).where(eq(applications.id, id))
  return row?.person_id
}

describe('the person of a row (S12)', () => {
  it('is that of the named employee, whatever the passport number', async () => {
    const company = await make.company()
    const record = await make.employee(company, { passport_number: 'A1' })
    const other = await make.application(company, { passport_number: 'B1' })
    const named = await make.application(company, { passport_number: 'B1', employee_id: record.id })
    expect(named.person_id).toBe(record.person_id)
    expect(other.person_id).not.toBe(record.person_id)
  })

  it('else is that of company and passport number, for applications and records alike', async () => {
    const company = await make.company()
    const first = await make.application(company, { passport_number: 'A1' })
    const again = await make.application(company, { passport_number: 'A1', employee_name: 'Sara Khan-Haddad', nationality: 'Jordanian' })
    const record = await make.employee(company, { passport_number: 'A1' })
    expect([again.person_id, record.person_id]).toEqual([first.person_id, first.person_id])
    expect((await make.application(company, { passport_number: 'A2' })).person_id).not.toBe(first.person_id)
    expect((await make.application(await make.company(), { passport_number: 'A1' })).person_id).not.toBe(first.person_id)
  })

  it('without a passport number is that of name and nationality as they are searched, if they lead to one person, however many rows', async () => {
    const company = await make.company()
    const first = await make.application(company, { ...NO_PASSPORT, employee_name: 'José  ÁLVAREZ', nationality: 'Mexican' })
    const rows = [await make.application(company, { ...NO_PASSPORT, employee_name: 'jose alvarez', nationality: 'MEXICAN' })]
    rows.push(await make.application(company, { ...NO_PASSPORT, employee_name: 'Jose Alvarez', nationality: 'mexican' }))
    expect(new Set(rows.map((row) => row.person_id))).toEqual(new Set([first.person_id]))
    const arabic = await make.employee(company, { employee_name: 'أحمد فاطمة', nationality: 'مصري' })
    expect((await make.application(company, { ...NO_PASSPORT, employee_name: 'احمد فاطمه', nationality: 'مصرى' })).person_id).toBe(
      arabic.person_id,
    )
    expect((await make.application(company, { ...NO_PASSPORT, employee_name: 'jose alvarez', nationality: 'Spanish' })).person_id).not.toBe(
      first.person_id,
    )
  })

  it('is found by the name of the country too, in either language, also where two are written at once', async () => {
    const company = await make.company()
    const written = ['Indian', 'India', 'الهند', 'هندية', 'indian'].map((nationality) =>
      make.application(company, { ...NO_PASSPORT, nationality }),
    )
    const [first, ...others] = await Promise.all(written)
    for (const { person_id } of others) expect(person_id).toBe(first?.person_id)
    const unknown = await make.application(company, { ...NO_PASSPORT, nationality: 'Martian' })
    expect((await make.application(company, { ...NO_PASSPORT, nationality: 'MARTIAN' })).person_id).toBe(unknown.person_id)
    expect(unknown.person_id).not.toBe(first?.person_id)
  })

  it('has every nationality of the list as the one that rules compare', async () => {
    for (const people of Object.keys(NATIONALITIES)) {
      const { rows } = await portal.db.execute<{ words: string[]; one: string[] }>(
        sql`select nationality_words(${people}) as words, array(select nationality_word(word) from unnest(nationality_words(${people})) word) as one`,
      )
      expect(rows[0]?.words[0]).toBe(searchable(people))
      expect(new Set(rows[0]?.one)).toEqual(new Set([nationalityWord(people)]))
      expect(new Set(rows[0]?.words.map(nationalityWord))).toEqual(new Set([nationalityWord(people)]))
      expect(new Set(rows[0]?.words.map(nationalityKey))).toContain(nationalityKey(people))
    }
  })

  it('is a new one where the name leads to two, and one with a number is never found by name', async () => {
    const company = await make.company()
    const two = [await make.employee(company, { passport_number: 'A1' }), await make.employee(company, { passport_number: 'A2' })]
    expect(two[0]?.person_id).not.toBe(two[1]?.person_id)
    const third = await make.application(company, NO_PASSPORT)
    expect(two.map((row) => row.person_id)).not.toContain(third.person_id)
  })

  it('is kept: later rows and changes do not move it', async () => {
    const { company, send } = await customer()
    const unnumbered = await make.application(company, NO_PASSPORT)
    const record = await make.employee(company, { passport_number: 'A1' })
    expect(record.person_id).not.toBe(unnumbered.person_id)
    await portal.db.update(employees).set({ passport_number: 'A9' }).where(eq(employees.id, record.id))
    const { reply } = await send(submitApplication, { body: newEmployee(company, { passport_number: 'A9' }) })
    expect(await personOf(reply)).toBe(record.person_id)
    expect(await personOf(unnumbered)).toBe(unnumbered.person_id)
    expect(JSON.stringify(reply)).not.toContain('person_id')
  })

  it('is one where two submissions of a passport number come at once', async () => {
    const { company, send } = await customer()
    for (let round = 0; round < 10; round++) {
      const body = newEmployee(company, { passport_number: `R${round}` })
      const answers = await Promise.all([1, 2, 3, 4].map(() => send(submitApplication, { body })))
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
      expect(new Set(await Promise.all(answers.map(({ reply }) => personOf(reply)))).size).toBe(1)
    }
    expect(await portal.db.$count(persons, eq(persons.company_id, company.id))).toBe(10)
  })

  it('goes with the last row, and with the company', async () => {
    const company = await make.company()
    const record = await make.employee(company)
    const there = () => portal.db.$count(persons, eq(persons.id, record.person_id))
    expect(await there()).toBe(1)
    await portal.db.delete(employees).where(eq(employees.id, record.id))
    expect(await there()).toBe(0)
    await make.application(company)
    await portal.db.execute(sql`delete from companies where id = ${company.id}`)
    expect(await portal.db.$count(persons, eq(persons.company_id, company.id))).toBe(0)
  })
})

describe('searched', () => {
  const letters = ['aZéÅøŁßĳﬁ', 'ΑάΩσ', 'ЖйЁ', 'أإآٱىةمُـّ', 'हिं', 'İıK', '한글', '𐐀𐐨', ' \t\u00a0\u2003\u3000\ufeff'].flatMap((each) => [
    ...each,
  ])
  const name = fc.array(fc.oneof(fc.constantFrom(...letters), fc.string({ unit: 'grapheme-ascii', maxLength: 1 })), { maxLength: 12 })
  const inDatabase = async (texts: string[]) =>
    (
      await portal.db.execute<{ found: string }>(
        sql`select searched(t) as found from unnest(${sql.param(texts)}::text[]) with ordinality u(t, n) order by n`,
      )
    ).rows

  it('is searchable of the contract', async () => {
    const texts = fc.sample(name, 2_000).map((each) => each.join('').replaceAll('\0', ''))
    const found = await inDatabase(texts)
    for (const [index, text] of texts.entries()) expect([text, found[index]?.found]).toEqual([text, searchable(text)])
  })

  it('knows every letter and mark of the first plane, but the one of Unicode 17', async () => {
    const texts = Array.from({ length: 0xffff }, (_, code) => String.fromCodePoint(code + 1)).filter(
      (each) => /[\p{L}\p{M}]/u.test(each) && each !== '\ua7f1',
    )
    const found = await inDatabase(texts)
    expect(texts.filter((text, index) => found[index]?.found !== searchable(text))).toEqual([])
  })
})
