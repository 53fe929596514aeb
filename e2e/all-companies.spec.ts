import { expect, type Page } from '@playwright/test'
import { approveTopup, createCompany, createEmployee, getBalance, getStatement, listTransactions, switchCompany } from 'contract'
import { DESK, expectAccessible, PHONE } from './accessible.ts'
import { onDevices } from './devices.ts'
import { photo } from './files.ts'
import { type Customer, newApplication, test } from './portal.ts'
import { activeCompany, field, file, go, pick, toast } from './screens.ts'
import { say } from './words.ts'

const main = (page: Page) => page.getByRole('main')
const goTo = (page: Page, name: string) => page.getByRole('button', { name: say('Go to company {name}', { name }) }).first()
const owed = (amount: string) => say('{amount} owed now', { amount })

/** Four companies: one owes a visa, another one two, in a third visas expire, and in the last there is nothing. */
async function fill(customer: Customer): Promise<Record<'oryx' | 'marina', string>> {
  const add = async (name: string) => {
    const contact = { contact_person: 'Huda Salem', email: 'office@oryx.example', phone: '+971 4 555 0101' }
    const body = { name, trade_license: `CN-${name}`, ...contact, category: 'on_demand' as const }
    return (await customer.api.send(createCompany, { body })).id
  }
  const [oryx, marina] = [await add('Oryx Stone LLC'), await add('Marina Yachts')]
  await add('Palm Homes')
  await newApplication(customer)
  for (const passport_number of ['A1', 'A2']) await newApplication(customer, { company_id: oryx, passport_number })
  const person = { employee_name: 'Ali Raza', passport_number: 'P7654321', nationality: 'Indian', designation: 'Driver' }
  await customer.api.send(createEmployee, { body: { ...person, company_id: marina, visa_expiry_date: '2020-01-31' } })
  return { oryx, marina }
}

for (const [device, viewport, language] of onDevices(['a phone in Arabic', PHONE, 'ar'] as const, ['a desk', DESK, 'en'] as const)) {
  test.describe(`All companies at ${device}`, () => {
    test.use({ viewport, language })

    test('say what each owes and whose visas expire, and lead to the one that pays', async ({ page, customer, administrator, enter }) => {
      const { oryx } = await fill(customer)
      await enter(customer.api)
      await page.goto('/users')
      await pick(page, activeCompany(page), new RegExp(`^${say('All companies')}`))
      await expect(page).toHaveURL('/dashboard?companies=all')
      await expect(goTo(page, 'Palm Homes')).toBeVisible()
      await expect(main(page).getByText(owed('AED 13,000.00'))).toBeVisible()
      await expect(main(page).getByText(owed('AED 6,500.00'))).toBeVisible()
      await expect(main(page)).toContainText(say('Expired, no renewal yet'))
      await expectAccessible(page, [viewport])
      await go(page, say('Billing'))
      await expect(page).toHaveURL('/billing?companies=all')
      await expect(main(page)).toContainText(say('{amount} due for visa payments', { amount: 'AED 19,500.00' }))
      await expect(main(page)).toContainText('Oryx Stone LLC')
      await expect(page.getByRole('button', { name: say('Top Up Balance') })).toHaveCount(0)
      await page.reload()
      await expect(activeCompany(page)).toHaveValue(say('All companies'))
      await expect(main(page)).toContainText(say('{amount} due for visa payments', { amount: 'AED 19,500.00' }))
      await expectAccessible(page, [viewport])
      await page.goBack()
      await expect(page).toHaveURL('/dashboard?companies=all')
      await goTo(page, 'Oryx Stone LLC').click()
      await expect(toast(page, say('Company switched successfully'))).toBeVisible()
      await expect(page).toHaveURL('/dashboard')
      await expect(activeCompany(page)).toHaveValue('Oryx Stone LLC')

      await page.goto('/billing?dialog=top-up')
      const dialog = page.getByRole('dialog', { name: say('Top Up Balance') })
      await expect(field(page, say('Amount'))).toHaveValue('13,000.00')
      await file(dialog, say('Receipt')).setInputFiles(photo)
      await expect(toast(page, say('Receipt ready to upload'))).toBeVisible()
      await dialog.getByRole('button', { name: say('Submit', {}, 'billing'), exact: true }).click()
      await expect(toast(page, say('Top-up request submitted! Awaiting admin approval.'))).toBeVisible()
      const [topup] = await customer.api.send(listTransactions, { query: { type: 'topup' } })
      await administrator.send(approveTopup, { params: { id: topup?.id ?? '' }, body: {} })
      const { rows } = await customer.api.send(getStatement, {})
      const moved = rows.reduce((sum, { direction, amount }) => sum + (direction === 'credit' ? amount : -amount), 0)
      expect(rows).toHaveLength(3)
      expect(moved).toBe((await customer.api.send(getBalance, { query: { company_id: oryx } })).balance)
      await page.goto('/dashboard?companies=all')
      await expect(goTo(page, 'Palm Homes')).toBeVisible()
      await expect(main(page).getByText(owed('AED 6,500.00'))).toBeVisible()
      await expect(main(page).getByText(owed('AED 13,000.00'))).toHaveCount(0)
    })
  })
}

test('All companies are left for the active one without loading the page again, and Back returns to them', async ({
  page,
  customer,
  enter,
}) => {
  const { marina } = await fill(customer)
  await customer.api.send(switchCompany, { params: { company_id: marina } })
  await enter(customer.api)
  await page.goto('/dashboard?companies=all&tab=employees')
  await expect(main(page).getByText('Choose a company', { exact: true })).toBeVisible()
  await pick(page, activeCompany(page), /^Marina Yachts/)
  await expect(page).toHaveURL('/dashboard')
  await expect(activeCompany(page)).toHaveValue('Marina Yachts')
  await expect(main(page).getByRole('button', { name: /Go to/ })).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/companies=all/)
  await expect(activeCompany(page)).toHaveValue('All companies')
})
