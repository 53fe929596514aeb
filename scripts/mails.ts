import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { LANGUAGES } from 'contract'
import { toHtml, toText } from '../server/src/mails/html.ts'
import { renderMail } from '../server/src/mails/template.ts'
import { cache, launchOptions, prepareChromium } from '../test/chromium.ts'
import { SAMPLE_MAILS } from '../test/sampleMails.ts'

// Writes every kind of mail in both languages to node_modules/.cache/mails, as .html, .txt and pictures of two widths.
const FOLDER = join(cache, 'mails')
const WIDTHS = [600, 390]
const MOMENT = new Date('2026-11-20T06:00:00.000Z')
const settings = { public_url: 'https://portal.example', product_name: 'Visa Portal', support_contact: 'support@portal.example' }
const names = { en: 'Layla Nasser', ar: 'ليلى ناصر' }

export async function make(): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  await prepareChromium()
  const browser = await chromium.launch(launchOptions())
  const page = await browser.newPage()
  for (const language of LANGUAGES) {
    for (const [name, mail] of Object.entries(SAMPLE_MAILS)) {
      const rendered = renderMail(
        mail,
        { full_name: mail.kind === 'registration_received' ? undefined : names[language], language },
        settings,
        MOMENT,
      )
      const path = join(FOLDER, `${name}.${language}`)
      writeFileSync(`${path}.html`, toHtml(rendered, settings.product_name))
      writeFileSync(`${path}.txt`, `${rendered.subject}\n\n${toText(rendered)}`)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 600 })
        await page.goto(pathToFileURL(`${path}.html`).href)
        await page.screenshot({ path: `${path}.${width}.png`, fullPage: true })
      }
    }
  }
  await browser.close()
  console.log(`Every mail is in ${FOLDER}.`)
}
