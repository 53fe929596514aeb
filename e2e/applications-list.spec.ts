import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { addStage, dubaiDate, listCarriers, me, setWork } from 'contract'
import { DESK, expectAccessible, PHONE } from './accessible.ts'
import { newApplication, newCustomer, test } from './portal.ts'
import { choice, expectNoSidewaysScroll, pick, toast } from './screens.ts'
import { operate } from './server.ts'

const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')
const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const sort = (page: Page, name: string) => head(page, name).getByRole('button').click()
const PEOPLE = ['Maya Nair', 'Omar Ali', 'Adel Saleh', 'Zoe Lim']

test.describe('The list of applications as an instrument', () => {
  test('is sorted by its heads over all pages, and keeps it in the address (P3)', async ({ page, customer, enter }) => {
    const names = Array.from({ length: 51 }, (_, number) => `Person ${String(number).padStart(2, '0')}`)
    for (const employee_name of names.toReversed()) await newApplication(customer, { employee_name, documents: {} })
    await newApplication(customer, { employee_name: 'Aaron Abel', documents: {} })
    await enter(customer.api)
    await page.goto('/applications')
    await expect(head(page, 'Submitted')).toHaveAttribute('aria-sort', 'descending')
    await sort(page, 'Employee Name')
    await expect(rows(page)).toContainText(['Aaron Abel', 'Person 00'])
    await expect(page).toHaveURL('/applications?sort=employee_name')
    await expect(page.getByText('1–50 of 52', { exact: true })).toBeVisible()
    await sort(page, 'Employee Name')
    // It was on the last page before.
    await expect(rows(page).first()).toContainText('Person 50')
    await expect(head(page, 'Employee Name')).toHaveAttribute('aria-sort', 'descending')
    await page.reload()
    await expect(rows(page).first()).toContainText('Person 50')
    await sort(page, 'Submitted')
    await sort(page, 'Submitted')
    await expect(page).toHaveURL('/applications')
  })

  test('is filtered by facets that tell how many they leave', async ({ page, customer, enter, administrator }) => {
    const made = await Promise.all(
      PEOPLE.map((employee_name) => newApplication(customer, { employee_name, passport_number: employee_name })),
    )
    const stage = (place: number, stage_name: 'Offer Letter' | 'Medical Test', status: 'Rejected' | 'In Process') =>
      administrator.send(addStage, { params: { id: made[place]?.id ?? '' }, body: { stage_name, status } })
    await stage(0, 'Medical Test', 'Rejected')
    await stage(1, 'Offer Letter', 'In Process')
    await enter(customer.api)
    await page.goto('/applications')
    await expect(rows(page).filter({ hasText: 'Maya Nair' })).toContainText('Medical TestRejectedtoday')
    await expect(rows(page).filter({ hasText: 'Omar Ali' })).toContainText('Offer LetterIn Processtoday')
    await expect(rows(page).filter({ hasText: 'Zoe Lim' })).toContainText('Offer LetterNot beguntoday')
    const stages = page.getByRole('combobox', { name: 'Stage', exact: true })
    await stages.focus()
    await expect(stages.getByRole('option')).toContainText(['Any stage', 'Offer Letter (3)', 'Labor Fees (0)'])
    await stages.selectOption('Offer Letter')
    await expect(rows(page)).toHaveCount(3)
    const progress = page.getByRole('combobox', { name: 'Progress in the stage' })
    await expect(progress.getByRole('option')).toContainText([
      'Any progress',
      'Not begun or submitted (2)',
      'Not begun (2)',
      'Submitted (0)',
      'In Process (1)',
    ])
    await progress.selectOption('In Process')
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(rows(page)).toHaveCount(4)
    const views = page.getByRole('navigation', { name: 'Views' })
    await expect(views.getByRole('link', { name: 'Refused 1' })).toBeVisible()
    await views.getByRole('link', { name: 'Refused' }).click()
    await expect(rows(page)).toContainText(['Maya Nair'])
    // For a moment there are two.
    await expect(views.locator('[aria-current]')).toHaveText(['Refused1'])
    await expect(page).toHaveURL('/applications?stage_status=Rejected&sort=priority')
  })

  test('shows Fast Track first where work is picked', async ({ page, baseURL, administrator, enter }) => {
    const company_name = `Heron Works ${Date.now()}`
    const customer = await newCustomer(baseURL, { company_name })
    await newApplication(customer, { employee_name: 'Maya Nair' })
    await newApplication(customer, { employee_name: 'Omar Ali', passport_number: 'P2', priority: 'fast_track' })
    await newApplication(customer, { employee_name: 'Zoe Lim', passport_number: 'P3' })
    await enter(administrator)
    await page.goto(`/applications?q=${encodeURIComponent(company_name)}`)
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Waiting for us' }).click()
    await expect(rows(page)).toContainText(['Omar Ali', 'Maya Nair', 'Zoe Lim'])
  })

  test('is walked and chosen from by keys and with Shift, and what is chosen is saved', async ({ page, customer, enter }) => {
    for (const employee_name of PEOPLE) await newApplication(customer, { employee_name, passport_number: employee_name })
    await enter(customer.api)
    await page.goto('/applications?sort=employee_name')
    await expect(rows(page)).toHaveCount(4)
    await expect(page.locator('#painted')).toHaveCount(0)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect(rows(page).nth(1)).toBeFocused()
    await page.keyboard.press('x')
    await expect(page.getByText('1 chosen')).toBeVisible()
    await rows(page)
      .nth(3)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    await expect(page.getByText('3 chosen')).toBeVisible()
    await expectAccessible(page, [DESK])
    const save = async (name: string) => {
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('region', { name: 'Chosen rows' }).getByRole('button', { name }).click(),
      ])
      return { name: saved.suggestedFilename(), bytes: readFileSync(await saved.path()) }
    }
    expect((await save('Download CSV')).bytes.toString().split('\r\n')).toHaveLength(5)
    const { name, bytes } = await save('Download documents')
    expect(name).toBe(`documents-${dubaiDate(new Date())}.zip`)
    // Each has two documents, named at the beginning of the file and at its end.
    expect(bytes.toString('latin1').match(/_photo\.jpg/g)).toHaveLength(6)
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(rows(page).getByRole('checkbox', { checked: true })).toHaveCount(0)
    await page.keyboard.press('f')
    await expect(page.getByRole('combobox', { name: 'Stage', exact: true })).toBeFocused()
    await rows(page).nth(1).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Maya Nair')
  })

  test('shows a case beside the list, which stays', async ({ page, customer, enter }) => {
    for (const employee_name of PEOPLE) await newApplication(customer, { employee_name, passport_number: employee_name })
    await enter(customer.api)
    await page.goto('/applications?sort=employee_name')
    await expect(rows(page)).toHaveCount(4)
    await expect(page.locator('#painted')).toHaveCount(0)
    await page.keyboard.press('j')
    await page.keyboard.press(' ')
    const panel = (name: string) => page.getByRole('region', { name: `Case of ${name}` })
    await expect(panel('Adel Saleh')).toBeFocused()
    await expect(panel('Adel Saleh').getByRole('region', { name: 'Next step' })).toBeVisible()
    await expect(panel('Adel Saleh').getByRole('region', { name: 'Visa Process Stages' })).toBeVisible()
    await page.keyboard.press('j')
    await expect(panel('Maya Nair')).toBeFocused()
    await expect(rows(page).nth(1)).toHaveAttribute('aria-current', 'true')
    await expect(page).toHaveURL('/applications?sort=employee_name')
    await expectAccessible(page, [DESK])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: 'Case of' })).toHaveCount(0)
    await expect(rows(page).nth(1)).toBeFocused()
    await page.getByRole('button', { name: 'Look into Zoe Lim' }).click()
    await page.getByRole('button', { name: 'Close the panel' }).click()
    await expect(page.getByRole('button', { name: 'Look into Zoe Lim' })).toBeFocused()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('link', { name: 'Zoe Lim' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Zoe Lim')
  })

  test('says what became of the chosen ones when the last of them has left the list', async ({ page, baseURL, administrator, enter }) => {
    const company_name = `Heron Works ${Date.now()}`
    await newApplication(await newCustomer(baseURL, { company_name }), { employee_name: 'Maya Nair' })
    await enter(administrator)
    await page.goto(`/applications?stage_status=not_begun&q=${encodeURIComponent(company_name)}`)
    await rows(page).first().getByRole('checkbox').check()
    await page.getByRole('region', { name: 'Chosen rows' }).getByRole('button', { name: 'Approve and begin next' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Approve and begin next' }).click()
    await expect(page.getByRole('table')).toHaveCount(0)
    await expect(dialog.getByRole('listitem')).toContainText('Maya NairDone')
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(dialog).toHaveCount(0)
  })

  test('gives all open cases of one administrator to another', async ({ page, baseURL, dataDir, administrator, enter }) => {
    const company_name = `Heron Works ${Date.now()}`
    const full_name = `Huda Salem ${Date.now()}`
    const customer = await newCustomer(baseURL, { company_name })
    operate(dataDir, 'account', 'create-admin', `huda.${Date.now()}@portal.example`, full_name)
    const carriers = await administrator.send(listCarriers, {})
    const own = await administrator.send(me, {})
    const from = carriers.find((each) => each.full_name === full_name)?.id ?? ''
    for (const employee_name of ['Maya Nair', 'Zoe Lim']) {
      const { id } = await newApplication(customer, { employee_name, passport_number: employee_name })
      await administrator.send(setWork, { params: { id }, body: { assignee_id: from } })
    }
    await enter(administrator)
    await page.goto(`/applications?assignee=${from}`)
    await expect(rows(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Hand over cases' }).click()
    const dialog = page.getByRole('dialog', { name: `Hand over the cases of ${full_name}` })
    await expect(dialog).toContainText('All 2 open cases go to another administrator')
    await pick(page, choice(dialog, 'Hand over to'), own.full_name)
    await expectAccessible(page)
    await page.setViewportSize(DESK)
    await dialog.getByRole('button', { name: 'Hand over', exact: true }).click()
    await expect(toast(page, `2 cases handed over to ${own.full_name}`)).toBeVisible()
    await expect(rows(page)).toHaveCount(0)
    await page.goto(`/applications?assignee=me&q=${encodeURIComponent(company_name)}`)
    await expect(rows(page)).toHaveCount(2)
  })

  test('has views of the person’s own', async ({ page, customer, enter }) => {
    await newApplication(customer)
    await enter(customer.api)
    await page.goto('/applications?stage=Offer+Letter&sort=employee_name&q=sara')
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('At the beginning')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'View saved')).toBeVisible()
    const views = page.getByRole('navigation', { name: 'Views' })
    await expect(views.getByRole('link', { name: 'At the beginning' })).toHaveAttribute('aria-current', 'page')
    await page.goto('/applications')
    await views.getByRole('link', { name: 'At the beginning' }).click()
    // The search is not kept.
    await expect(page).toHaveURL('/applications?sort=employee_name&stage=Offer+Letter')
    await page.getByRole('button', { name: 'Delete the view At the beginning' }).click()
    await expect(views.getByRole('link', { name: 'At the beginning' })).toHaveCount(0)
    await toast(page, 'View deleted').getByRole('button', { name: 'Undo' }).click()
    await expect(views.getByRole('link', { name: 'At the beginning' })).toBeVisible()
  })

  test('keeps its columns from 1024 pixels on, and is accessible on desk and phone', async ({ page, customer, enter }) => {
    await newApplication(customer)
    await enter(customer.api)
    await page.goto('/applications')
    await expect(page.getByRole('columnheader')).toHaveCount(9)
    await page.setViewportSize({ width: 1024, height: 768 })
    await expect(head(page, 'Employee Name')).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveCount(9)
    const heights = await page
      .getByRole('main')
      .getByRole('cell')
      .evaluateAll((cells) => cells.map((cell) => cell.clientHeight))
    expect(heights.length).toBeGreaterThan(0)
    expect(new Set(heights).size).toBe(1)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Row height: normal' }).click()
    await page.getByRole('button', { name: 'Row height: roomy' }).click()
    await expect(page.getByRole('button', { name: 'Row height: compact' })).toBeVisible()
    await expectAccessible(page, [DESK, PHONE])
  })
})
