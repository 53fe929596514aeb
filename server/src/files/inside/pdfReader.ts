import { getDocument, PasswordException } from 'unpdf/pdfjs'
import { Unfit, unfit } from './unfit.ts'

type Pdf = Awaited<ReturnType<typeof getDocument>['promise']>

/**
 * The second opinion on a PDF, by a reader that others wrote and that follows tables and references as browsers do (pdf.js): refuses one
 * with a script that runs by itself or by a field, a link to a program, or a password. It tells of no launch on opening, of no script behind a
 * bookmark or a link, and of nothing that follows another action. Undefined where it cannot open the file.
 */
export async function openPdf(bytes: Buffer): Promise<{ attachments: boolean } | undefined> {
  // A copy: pdf.js takes what it is given for itself.
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, disableFontFace: true, useSystemFonts: false })
  try {
    const pdf = await task.promise
    if (await isActive(pdf)) unfit('active')
    return { attachments: (await pdf.getAttachments()) !== null }
  } catch (error) {
    if (error instanceof Unfit) throw error
    return error instanceof PasswordException ? unfit('password') : undefined
  } finally {
    await task.destroy()
  }
}

async function isActive(pdf: Pdf): Promise<boolean> {
  if (await pdf.getJSActions()) return true
  if ((await pdf.getOutline())?.some(hasProgram)) return true
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const annotations: Annotation[] = await page.getAnnotations({ intent: 'any' })
    if ((await page.getJSActions()) || annotations.some((each) => each.actions || leavesTheWeb(each))) return true
    page.cleanup()
  }
  return false
}

interface Link {
  url?: string | null
  unsafeUrl?: string | null | undefined
}
interface Annotation extends Link {
  actions?: object | null
}
interface Entry extends Link {
  items: Entry[]
}

/** A link to no web page, mail or telephone number: to a program or a file of whoever opens it. */
const leavesTheWeb = ({ url, unsafeUrl }: Link): boolean => Boolean(unsafeUrl) && !url
const hasProgram = (entry: Entry): boolean => leavesTheWeb(entry) || entry.items.some(hasProgram)
