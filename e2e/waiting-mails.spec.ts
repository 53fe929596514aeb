import { expect } from '@playwright/test'
import { forgotPassword, inviteUser } from 'contract'
import { expectAccessible } from './accessible.ts'
import { test } from './portal.ts'
import { toast } from './screens.ts'

test('an administrator sees which mails wait without a mail server, and hands an invitation over', async ({
  page,
  customer,
  administrator,
  enter,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const email = `zara.${crypto.randomUUID()}@falcon.example`
  const body = { email, full_name: 'Zara Quill', role: 'employee', company_id: customer.company.id } as const
  await administrator.send(inviteUser, { body })
  await administrator.send(forgotPassword, { body: { email: customer.email } })
  await enter(administrator)
  await page.goto('/users')
  await page.getByRole('link', { name: 'Waiting mails' }).click()
  await expect(page.getByText('This portal has no mail server', { exact: false })).toBeVisible()
  const mine = page.getByRole('listitem').filter({ hasText: 'Zara Quill' }).first()
  await expect(mine).toContainText('Invitation')
  const reset = page.getByRole('listitem').filter({ hasText: 'Link to a new password' }).filter({ hasText: customer.name }).first()
  await expect(reset).toBeVisible()
  await expect(reset.getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
  await mine.getByRole('button', { name: 'Copy link for Zara Quill' }).click()
  await expect(toast(page, 'The link for Zara Quill was copied. It works once, within 72 hours.')).toBeVisible()
  const link = await page.evaluate<string>('navigator.clipboard.readText()')
  await context.clearCookies()
  await page.goto(link)
  await expect(
    page
      .getByLabel('Password', { exact: true })
      .or(page.getByLabel('New password', { exact: true }))
      .first(),
  ).toBeVisible()
})
