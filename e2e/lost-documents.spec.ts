import { expect, type Page } from '@playwright/test'
import { addStage, sendMessage, setCompanyDocuments } from 'contract'
import { expectAccessible, PHONE } from './accessible.ts'
import { PDF, passport } from './files.ts'
import { data, newApplication, newCustomer, newTopup, test } from './portal.ts'
import { file } from './screens.ts'
import { rowsAt } from './sender.ts'

const LOST = 'This document was lost.'
const UPLOAD = 'This document was lost. Please upload it again.'
const said = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true })
/** Of documents. */
const openers = (page: Page) => page.getByRole('main').getByRole('button', { name: /^(View|Download (?!documents$))/ })

test('A lost document says so wherever it is listed, and where another can be put in its place', async ({
  page,
  baseURL,
  administrator,
  enter,
}) => {
  const customer = await newCustomer(baseURL, { company_name: 'Lost Papers LLC' })
  const document = data(PDF, 'application/pdf')
  const params = { id: (await newApplication(customer)).id }
  await administrator.send(addStage, { params, body: { stage_name: 'Offer Letter', status: 'Approved', document } })
  await administrator.send(sendMessage, { params, body: { text: 'Your contract', documents: [document] } })
  await customer.api.send(setCompanyDocuments, { params: customer.company, body: { trade_license: document } })
  const { id: topup } = await newTopup(customer, 500)
  await enter(customer.api)
  await page.goto(`/applications/${params.id}`)
  await expect(openers(page)).toHaveCount(7)
  await page.waitForLoadState('networkidle')

  await rowsAt(baseURL).loseDocuments()
  await expect(said(page, UPLOAD)).toHaveCount(2)
  await expect(said(page, LOST)).toHaveCount(2)
  await expect(openers(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Replace Passport front page' }).click()
  await file(page, 'New file for Passport front page').setInputFiles(passport)
  await expect(openers(page)).toHaveCount(2)
  await expect(said(page, UPLOAD)).toHaveCount(1)
  await expectAccessible(page, [PHONE])

  await page.goto('/company-profile')
  await expect(said(page, UPLOAD)).toHaveCount(1)
  await file(page, 'Trade license').setInputFiles(passport)
  await expect(said(page, UPLOAD)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'View Trade license' })).toBeVisible()

  await page.goto('/billing')
  await expect(said(page, LOST)).toHaveCount(1)
  await enter(administrator)
  await page.goto(`/admin-billing?topup=${topup}`)
  await expect(said(page, LOST).first()).toBeVisible()
})
