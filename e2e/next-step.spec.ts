import { expect, type Page } from '@playwright/test'
import { addStage, getApplication, listStages, updateStage, withdrawApplication } from 'contract'
import { expectAccessible } from './accessible.ts'
import { photo } from './files.ts'
import { newApplication, newRenewal, test } from './portal.ts'
import { changeByHand, choice, file, pick, toast } from './screens.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Next step' })
const panel = (page: Page) => page.getByRole('region', { name: 'Visa Process Stages' })

test.describe('The next step of a case', () => {
  test('is one press for an administrator, and can be taken back', async ({ page, customer, administrator, enter }) => {
    const { id } = await newApplication(customer)
    await administrator.send(addStage, { params: { id }, body: { stage_name: 'Offer Letter', notes: 'Waiting for the signed copy' } })
    await enter(administrator)
    await page.goto(`/applications/${id}`)
    await expect(card(page)).toContainText('Offer Letter: submitted today')
    await expectAccessible(page)
    await card(page).getByRole('button', { name: 'Approve Offer Letter, begin Labor Fees' }).click()
    await expect(toast(page, 'Stage approved')).toBeVisible()
    await expect(panel(page)).toContainText('1 of 6 stages approved')
    await expect(panel(page).getByRole('listitem').filter({ hasText: 'Labor Fees' })).toContainText('Submitted')
    await expect(page.getByText('Waiting for the signed copy').and(panel(page).locator('bdi'))).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'Taken back')).toBeVisible()
    await expect(panel(page)).toContainText('0 of 6 stages approved')
    await expect(panel(page)).toContainText('Waiting for the signed copy')
    await expect(panel(page).getByRole('listitem').filter({ hasText: 'Labor Fees' })).toContainText('Not started')
  })

  test('begins a stage, and takes a note and a file along when it is approved', async ({ page, customer, administrator, enter }) => {
    const { id } = await newRenewal(customer)
    await enter(administrator)
    await page.goto(`/applications?company_id=${customer.company.id}`)
    await expect(page.getByRole('row', { name: 'Sara Khan' })).toContainText('Offer LetterLabor Fees nexttoday')
    await page.goto(`/applications/${id}`)
    await card(page).getByRole('button', { name: 'Begin Labor Fees' }).click()
    await expect(toast(page, 'Stage added successfully')).toBeVisible()
    await expect(panel(page).getByRole('listitem').filter({ hasText: 'Labor Fees' })).toContainText('Submitted')
    await expect(card(page).getByRole('button', { name: 'Approve Labor Fees, begin Medical Test' })).toBeFocused()
    await expect(card(page).getByRole('button', { name: 'Begin Labor Fees' })).toHaveCount(0)
    await card(page).getByRole('button', { name: 'Add a note or a file' }).click()
    await card(page).getByLabel('Notes (optional)').fill('Paid at the counter')
    await file(page, 'Document (optional)').setInputFiles(photo)
    await expectAccessible(page)
    await card(page).getByRole('button', { name: 'Approve Labor Fees, begin Medical Test' }).click()
    await expect(toast(page, 'Stage approved')).toBeVisible()
    const [stage] = await administrator.send(listStages, { params: { id }, query: { documents: 'link' } })
    expect(stage).toMatchObject({ status: 'Approved', notes: 'Paid at the counter', document_details: { name: 'IMG_2041.jpeg' } })
  })

  test('is a refusal with the document that is to be replaced, which the company finds at once', async ({
    page,
    customer,
    administrator,
    enter,
  }) => {
    const { id } = await newApplication(customer)
    await enter(administrator)
    await page.goto(`/applications/${id}`)
    await card(page).getByRole('button', { name: 'Reject…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reject Offer Letter?' })
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(dialog.getByText('Please write what is wrong, and what is needed')).toBeVisible()
    await dialog.getByLabel('What is wrong, and what is needed').fill('The copy is cut off')
    await dialog.getByLabel('Passport front page').check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(card(page)).toContainText('Offer Letter was refused')
    await enter(customer.api)
    await page.goto(`/applications/${id}`)
    await expect(card(page)).toContainText('Please replace: Passport front page')
    const row = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `View ${name}` }) })
    await expect(row('Passport front page')).toContainText(/To be replaced.*Received \d+ \w{3} \d{4}, \d\d:\d\d.*The copy is cut off/)
    await expect(row('Photo')).toContainText('Received')
    await expect(row('Photo')).not.toContainText('To be replaced')
    await expectAccessible(page)
    await file(page, 'New file for Passport front page').setInputFiles(photo)
    await expect(toast(page, 'Document uploaded successfully')).toBeVisible()
    await expect(row('Passport front page')).toContainText('IMG_2041.jpeg')
    await expect(row('Passport front page')).not.toContainText('To be replaced')
    await expect(file(page, 'New file for Passport front page')).toHaveCount(0)
    expect(
      (await customer.api.send(getApplication, { params: { id }, query: { documents: 'link' } })).document_details.passport_front?.name,
    ).toBe('IMG_2041.jpeg')
  })

  test('tells a company who acts and until when, and nothing once it is over', async ({ page, customer, administrator, enter }) => {
    const { id } = await newRenewal(customer)
    await administrator.send(addStage, { params: { id }, body: { stage_name: 'Labor Fees', status: 'In Process' } })
    await enter(customer.api)
    await page.goto(`/applications/${id}`)
    await expect(card(page)).toContainText('the Ministry of Human Resources (MOHRE) decides')
    await expect(card(page)).toContainText(/Usually done by \d+ \w{3} \d{4}\./)
    await expect(card(page).getByRole('button')).toHaveCount(0)
    await administrator.send(withdrawApplication, { params: { id }, body: { reason: 'Closed' } })
    await expect(card(page)).toHaveCount(0)
  })

  test('asks for dates at the last stage, and leaves every control behind a menu', async ({ page, customer, administrator, enter }) => {
    const { id } = await newApplication(customer)
    await administrator.send(addStage, { params: { id }, body: { stage_name: 'Visa Stamping' } })
    await enter(administrator)
    await page.goto(`/applications/${id}`)
    await expect(page.getByRole('button', { name: 'Add Stage' })).toHaveCount(0)
    await changeByHand(page)
    await expect(page.getByRole('button', { name: 'Add Stage' })).toBeVisible()
    await expectAccessible(page)
    await card(page).getByRole('button', { name: 'Approve Visa Stamping…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Complete the application' })
    await dialog.getByLabel('Visa number').fill('201/2026/7654321')
    await dialog.getByRole('button', { name: 'Complete' }).click()
    await expect(toast(page, 'Stage approved')).toBeVisible()
    await expect(card(page)).toHaveCount(0)
    expect((await administrator.send(getApplication, { params: { id } })).status).toBe('completed')
  })

  test.describe('moved by somebody else', () => {
    test.use({ refusals: [409] })

    test('says where it is now', async ({ page, customer, administrator, enter }) => {
      const { id } = await newApplication(customer)
      const stage = await administrator.send(addStage, { params: { id }, body: { stage_name: 'Offer Letter' } })
      await enter(administrator)
      await page.route('**/api/events*', () => undefined)
      await page.goto(`/applications/${id}`)
      await expect(card(page)).toContainText('submitted today')
      await administrator.send(updateStage, { params: { id: stage.id }, body: { status: 'In Process' } })
      await card(page)
        .getByRole('button', { name: /^Approve Offer Letter/ })
        .click()
      await expect(toast(page, 'This case is now at Offer Letter: In Process')).toBeVisible()
      await expect(card(page)).toContainText('in process since today')
    })
  })

  test('is one press away from the next of the list one came from', async ({ page, customer, enter }) => {
    for (const [employee_name, passport_number] of [
      ['Amal Aziz', 'W1'],
      ['Amal Bakri', 'W2'],
      ['Amal Chaudhry', 'W3'],
    ])
      await newApplication(customer, { employee_name, passport_number })
    await enter(customer.api)
    await page.goto('/applications?q=amal')
    await page.getByRole('link', { name: 'Amal Bakri' }).first().click()
    const neighbours = page.getByRole('navigation', { name: 'Of the list' })
    await expect(neighbours).toContainText('2 of 3')
    await neighbours.getByRole('link', { name: 'Next application' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Amal Aziz')
    await expect(neighbours.getByRole('button', { name: 'Next application' })).toBeDisabled()
    await page.getByRole('main').getByRole('link', { name: 'Visa Applications' }).click()
    await expect(page).toHaveURL('/applications?q=amal')
    const { id } = await newApplication(customer, { passport_number: 'W4' })
    await page.goto(`/applications/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sara Khan')
    await expect(neighbours).toHaveCount(0)
  })

  test('says who carries it', async ({ page, customer, administrator, enter }) => {
    const { id } = await newApplication(customer)
    await enter(administrator)
    await page.goto(`/applications/${id}`)
    await pick(page, choice(page, 'Carried by'), 'Administrator')
    await expect(toast(page, 'Case assigned')).toBeVisible()
    await expect(page.getByRole('region', { name: 'History' })).toContainText('changed who carries the case')
    await enter(customer.api)
    await page.goto(`/applications/${id}`)
    await expect(card(page)).toBeVisible()
    await expect(choice(page, 'Carried by')).toHaveCount(0)
  })
})
