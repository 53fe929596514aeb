import { expect, type Page } from '@playwright/test'
import { approveUser, deleteUser, listUsers } from 'contract'
import { DESK, expectAccessible, PHONE } from './accessible.ts'
import { newCustomer, signedIn, test } from './portal.ts'
import { count, fail, pressInMenu, toast } from './screens.ts'

const card = (page: Page, name: string) => page.getByRole('listitem', { name })

test.describe('Users, deleting', () => {
  test.use({ refusals: [404, 412] })

  test('asks by name, deletes, and the person cannot come back', async ({ page, baseURL, administrator, enter }) => {
    const user = await newCustomer(baseURL, { full_name: 'Rana Leaving' })
    await enter(administrator)
    await page.goto(`/users?q=${user.email}`)
    const sent = count(page, deleteUser)
    await pressInMenu(page, 'Delete', 'Rana Leaving')
    const question = page.getByRole('dialog', { name: 'Delete Rana Leaving?' })
    await expect(question).toContainText(`${user.email} can no longer log in. This cannot be undone.`)
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await expect(page.getByRole('button', { name: 'Actions: Rana Leaving' })).toBeFocused()
    expect(sent()).toBe(0)
    await pressInMenu(page, 'Delete', 'Rana Leaving')
    await question.getByRole('button', { name: 'Delete User' }).click()
    await expect(toast(page, 'User deleted successfully')).toBeVisible()
    await expect(card(page, 'Rana Leaving')).toHaveCount(0)
    expect(sent()).toBe(1)
    await expect(signedIn(baseURL, user)).rejects.toThrow('Invalid email or password')
  })

  test('says what goes with a registration that waits (A11)', async ({ page, baseURL, administrator, enter }) => {
    const user = await newCustomer(baseURL, { approved: false, full_name: 'Noor Waiting', company_name: 'Waiting Trading LLC' })
    await enter(administrator)
    await page.goto(`/users?q=${user.email}`)
    await pressInMenu(page, 'Delete', 'Noor Waiting')
    const question = page.getByRole('dialog', { name: 'Delete Noor Waiting?' })
    await expect(question).toContainText(
      'and Waiting Trading LLC with it unless it has other users or applications. This cannot be undone.',
    )
    await expectAccessible(page, [DESK, PHONE])
    await question.getByRole('button', { name: 'Delete User' }).click()
    await expect(toast(page, 'User deleted successfully')).toBeVisible()
    await page.goto(`/dashboard?tab=companies&company=${user.company.id}`)
    await expect(page.getByText('Company not found', { exact: true })).toBeVisible()
  })

  test('keeps who was approved while it was asked (P5)', async ({ page, baseURL, administrator, enter }) => {
    const user = await newCustomer(baseURL, { approved: false, full_name: 'Noor Meanwhile' })
    await enter(administrator)
    await page.goto(`/users?q=${user.email}`)
    await pressInMenu(page, 'Delete', 'Noor Meanwhile')
    const remove = page.getByRole('dialog', { name: 'Delete Noor Meanwhile?' }).getByRole('button', { name: 'Delete User' })
    await expect(remove).toBeVisible()
    const [{ id } = { id: '' }] = await administrator.send(listUsers, { query: { q: user.email } })
    await administrator.send(approveUser, { params: { id } })
    await remove.click()
    await expect(toast(page, 'This was changed by someone else in the meantime')).toBeVisible()
    await expect(card(page, 'Noor Meanwhile')).toContainText('Approved')
  })

  test('moves focus to the next person', async ({ page, baseURL, administrator, enter }) => {
    const mark = `Neighbour ${Date.now()}`
    await newCustomer(baseURL, { full_name: `${mark} one` })
    await newCustomer(baseURL, { full_name: `${mark} two` })
    await enter(administrator)
    await page.goto(`/users?q=${encodeURIComponent(mark)}`)
    await pressInMenu(page, 'Delete', `${mark} two`)
    await page.getByRole('button', { name: 'Delete User' }).click()
    await expect(card(page, `${mark} two`)).toHaveCount(0)
    await expect(card(page, `${mark} one`)).toBeFocused()
  })

  test('is not offered for administrators, nor to companies', async ({ page, customer, administrator, enter }) => {
    await enter(administrator)
    await page.goto('/users?q=admin@visa-portal.test')
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
    await page.getByRole('button', { name: /^Actions/ }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Changes and accesses'])
    await enter(customer.api)
    await page.goto('/users')
    await expect(card(page, 'Omar Haddad')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Actions|Delete/ })).toHaveCount(0)
  })
})

test.describe('Users, deleting refused', () => {
  test.use({ refusals: [404, 500] })

  test('says why, and keeps the card', async ({ page, baseURL, administrator, enter }) => {
    const user = await newCustomer(baseURL, { full_name: 'Rana Staying' })
    await enter(administrator)
    for (const [detail, text] of [
      ['This user cannot be deleted now', 'This user cannot be deleted now'],
      [undefined, 'Failed to delete user'],
    ] as const) {
      const mend = await fail(page, deleteUser, detail)
      await page.goto(`/users?q=${user.email}`)
      await pressInMenu(page, 'Delete', 'Rana Staying')
      await page.getByRole('button', { name: 'Delete User' }).click()
      await expect(toast(page, text)).toBeVisible()
      await expect(card(page, 'Rana Staying')).toBeVisible()
      await mend()
    }
  })
})
