import { expect, type Page } from '@playwright/test'
import { addNote, listMessages, sendMessage } from 'contract'
import { expectAccessible, PHONE } from './accessible.ts'
import { PDF, photo } from './files.ts'
import { data, newApplication, test } from './portal.ts'
import { field, file, pretend, toast } from './screens.ts'

const SOON = { timeout: 3_000 }
const thread = (page: Page) => page.getByRole('region', { name: 'Messages' })

test.describe('The messages of a case', () => {
  test('reach the other side without a reload, with their files, and say when they were seen', async ({
    page,
    customer,
    administrator,
    enter,
  }) => {
    const { id } = await newApplication(customer)
    const params = { id }
    await enter(customer.api)
    await page.goto(`/applications/${id}`)
    await expect(thread(page)).toContainText('No messages yet.')
    await page.waitForLoadState('networkidle')
    await administrator.send(sendMessage, { params, body: { text: '<b>Clearer</b> scan, please: https://icp.example' } })
    await expect(thread(page).getByText('<b>Clearer</b> scan, please: https://icp.example')).toBeVisible(SOON)
    await expect(thread(page).getByRole('link')).toHaveCount(0)
    await field(page, 'Your message').fill('Here it is')
    await thread(page).getByRole('button', { name: 'Attach files' }).click()
    await file(page, 'File').setInputFiles(photo)
    await expect(thread(page).getByRole('button', { name: /^Remove IMG_2041/ })).toBeVisible()
    await expectAccessible(page)
    await thread(page).getByRole('button', { name: 'Send' }).click()
    await expect(toast(page, 'Message sent')).toBeVisible()
    await expect(field(page, 'Your message')).toHaveValue('')
    await thread(page)
      .getByRole('button', { name: /^View IMG_2041/ })
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(thread(page).getByText('Seen')).toHaveCount(0)
    const [mine] = await administrator.send(listMessages, { params, query: {} })
    expect(mine).toMatchObject({ text: 'Here it is', seen: false })
    // The customer's page has read what the administrator wrote.
    await expect.poll(async () => (await administrator.send(listMessages, { params, query: {} }))[1]?.seen).toBe(true)
  })

  test('keep a typed text until it is sent, by the keys too, and ask before it is lost', async ({ page, customer, enter }) => {
    const { id } = await newApplication(customer)
    await enter(customer.api)
    await page.goto(`/applications/${id}`)
    await field(page, 'Your message').fill('Half a thought')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await field(page, 'Your message').press('Enter')
    await field(page, 'Your message').press('Control+Enter')
    await expect(thread(page).getByText('Half a thought')).toBeVisible()
  })

  test('stand below the stages, however far the page is scrolled', async ({ page, customer, enter }) => {
    const { id } = await newApplication(customer)
    await enter(customer.api)
    await page.goto(`/applications/${id}`)
    const stages = page.getByRole('region', { name: 'Visa Process Stages' })
    const room = async () => {
      const [above, below] = [await stages.boundingBox(), await thread(page).boundingBox()]
      return (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)
    }
    await expect(thread(page)).toContainText('No messages yet.')
    for (const y of [0, 300, 10_000]) {
      await page.locator('html').evaluate((root, top) => root.scrollTo({ top, behavior: 'instant' }), y)
      await expect.poll(room).toBeGreaterThanOrEqual(0)
    }
    await field(page, 'Your message').click()
    await expect(field(page, 'Your message')).toBeInViewport()
  })

  test('are not there for the person it is about', async ({ page, customer, enter }) => {
    const { id } = await newApplication(customer)
    await enter(customer.api)
    await pretend(page, { role: 'employee' })
    await page.goto(`/applications/${id}`)
    await expect(page.getByRole('button', { name: 'View Photo' })).toBeVisible()
    await expect(thread(page)).toHaveCount(0)
  })

  test('stand apart from the notes that administrators alone read', async ({ page, customer, administrator, enter }) => {
    const { id } = await newApplication(customer)
    await administrator.send(addNote, { params: { id }, body: { text: 'Called the typing centre' } })
    await customer.api.send(sendMessage, { params: { id }, body: { text: 'Signed', documents: [data(PDF, 'application/pdf')] } })
    await enter(administrator)
    await page.setViewportSize(PHONE)
    await page.goto(`/applications/${id}`)
    const notes = page.getByRole('region', { name: 'Internal notes' })
    await expect(notes).toContainText('Called the typing centre')
    await field(page, 'New note').fill('Called again')
    await notes.getByRole('button', { name: 'Save note' }).click()
    await expect(notes).toContainText('Called again')
    await expect(thread(page)).not.toContainText('Called')
    await expectAccessible(page)
  })
})
