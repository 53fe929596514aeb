import { expect } from '@playwright/test'
import { getCompany, listCompanyHistory, updateCompany } from 'contract'
import { DESK, expectAccessible, PHONE } from './accessible.ts'
import { newCustomer, test } from './portal.ts'
import { expectNoSidewaysScroll, field, pressInMenu, toast } from './screens.ts'

test.describe('The data of a company', () => {
  test.use({ refusals: [412] })

  test('is corrected by an administrator, who is asked where somebody else has changed it (P5, S10)', async ({
    page,
    baseURL,
    administrator,
    enter,
  }) => {
    const name = `Curlew ${Date.now()} LLC`
    const { company, api } = await newCustomer(baseURL ?? '', { company_name: name })
    const params = { id: company.id }
    const { trade_license, contact_person, email, phone } = await api.send(getCompany, { params, query: { documents: 'link' } })
    await enter(administrator)
    await page.goto(`/companies?q=${encodeURIComponent(name)}`)
    await pressInMenu(page, 'Correct Company', name)
    await expect(page).toHaveURL(new RegExp(`correct=${company.id}`))
    const dialog = page.getByRole('dialog', { name: 'Correct Company' })
    await expect(field(page, 'Trade license')).toHaveValue(trade_license)
    await expectAccessible(page, [DESK, PHONE])
    await expectNoSidewaysScroll(page)
    await page.setViewportSize(DESK)
    await field(page, 'Trade license').fill('CN-CORRECTED')
    await api.send(updateCompany, { params, query: {}, body: { name, trade_license: 'CN-OTHER', contact_person, email, phone } })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog
      .getByRole('alert')
      .getByRole('radio', { name: /CN-CORRECTED/ })
      .check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Company updated successfully')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('table').getByText('CN-CORRECTED')).toBeVisible()
    const [line] = await api.send(listCompanyHistory, { params })
    expect(line?.changes).toEqual([{ field: 'trade_license', from: 'CN-OTHER', to: 'CN-CORRECTED' }])
  })
})
