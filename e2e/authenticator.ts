import { expect, type Locator, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'

/** The code of the app, `steps` of 30 seconds from now. The portal accepts no code twice, but already the next one. */
export const codeOf = (secret: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Sets two-step sign-in up, on its screen or in its dialog; answers the secret and the recovery codes. */
export async function setUp(page: Page | Locator, password: string): Promise<{ secret: string; codes: string[] }> {
  await page.getByLabel('Current password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expect(page.getByText('Scan this with your authenticator app.')).toBeFocused()
  const secret = await page.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 0))
  await page.getByRole('button', { name: 'Switch on' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  return { secret, codes: await codes.allInnerTexts() }
}
