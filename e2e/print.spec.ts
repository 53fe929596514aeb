import { expect, type Page } from '@playwright/test'
import { addStage } from 'contract'
import { complete, newApplication, test } from './portal.ts'

async function sheets(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4' })
  return pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length ?? 0
}

test.describe('On paper (U48)', () => {
  test('an application takes one page, without the passport number where it was hidden', async ({ page, customer, enter }) => {
    const { id } = await newApplication(customer)
    await enter(customer.api)
    await page.addInitScript(`window.print = () => { window.printed = document.querySelector('main').innerText }`)
    await page.goto(`/applications/${id}`)
    const main = page.getByRole('main')
    await expect(main.getByText('N1234567', { exact: true })).toBeVisible()
    await main.getByRole('button', { name: 'Hide the passport number' }).click()
    await expect(main.getByText('•••••567', { exact: true })).toBeVisible()
    await main.getByRole('button', { name: 'Print' }).click()
    const printed = await page.evaluate<string>('window.printed')
    expect(printed).not.toContain('N1234567')
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('navigation')).toBeHidden()
    await expect(main.getByRole('heading', { level: 1, name: 'Sara Khan' })).toBeVisible()
    await expect(main.getByRole('button')).toHaveCount(0)
    await expect(main.getByRole('heading', { name: 'Documents not provided yet' })).toBeHidden()
    expect(await sheets(page)).toBe(1)
    // In the dark scheme too, paper is white and its ink dark.
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
    await expect(main.getByText('Active', { exact: true })).toHaveCSS('color', 'rgb(27, 79, 134)')
  })

  test('so does a completed one with long notes, as the administrator prints it', async ({ page, customer, administrator, enter }) => {
    const { id } = await newApplication(customer)
    const notes = 'The original was handed over to the messenger at the counter in Al Barsha and signed for'
    await administrator.send(addStage, { params: { id }, body: { stage_name: 'Offer Letter', status: 'Approved', notes } })
    await complete(administrator, id)
    await enter(administrator)
    await page.goto(`/applications/${id}`)
    await expect(page.getByRole('region', { name: 'Visa Process Stages' }).getByText(notes)).toBeVisible()
    expect(await sheets(page)).toBe(1)
  })

  test('a list has all its columns and its view, and nothing that is only pressed', async ({ page, customer, enter }) => {
    await newApplication(customer)
    await enter(customer.api)
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.goto('/applications')
    const main = page.getByRole('main')
    const heads = main.getByRole('columnheader')
    await expect(main.getByRole('table').getByText('Sara Khan')).toBeVisible()
    await expect(main.getByRole('navigation').getByRole('link').nth(1)).toBeVisible()
    const read = (await heads.allInnerTexts()).filter((head) => head !== 'Action')
    await page.emulateMedia({ media: 'print' })
    await expect(heads).toHaveText(read)
    await expect(main.getByRole('navigation').getByRole('link')).toHaveText(['All'])
    await expect(main.getByRole('link', { name: 'New Application' })).toHaveCount(0)
    for (const role of ['checkbox', 'combobox', 'searchbox'] as const) await expect(main.getByRole(role)).toHaveCount(0)
    expect(await sheets(page)).toBe(1)
  })

  test('a screen that was opened by its address has the whole sheet', async ({ page, customer, enter }) => {
    await enter(customer.api)
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.goto('/rules')
    const main = page.getByRole('main')
    await expect(main.getByText('Absence abroad')).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('link', { name: 'Skip to content' })).toHaveCount(0)
    expect((await main.boundingBox())?.width).toBe(1024)
  })
})
