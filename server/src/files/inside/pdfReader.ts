import { getDocument, PasswordException, PDFWorker } from 'unpdf/pdfjs'
import { PdfPort } from './pdfPort.ts'
import { Unfit, unfit } from './unfit.ts'

/** The half of pdf.js that reads; the types do not have it. */
declare const pdfjsWorker: { WorkerMessageHandler: { initializeFromPort(port: PdfPort): void } }

type Pdf = Awaited<ReturnType<typeof getDocument>['promise']>

/**
 * The second check of a PDF, by pdf.js, which follows tables and references like a browser. It refuses scripts that run by themselves or by
 * a field, links to programs, and passwords. It does not see a launch on opening, scripts behind bookmarks or links, and chained actions.
 * Undefined if it cannot open the file.
 */
export async function openPdf(bytes: Buffer): Promise<{ attachments: boolean } | undefined> {
  const port = new PdfPort()
  pdfjsWorker.WorkerMessageHandler.initializeFromPort(port)
  // Its type has null alone.
  const worker = new PDFWorker({ port: port as never, verbosity: 0 })
  // A copy, because pdf.js takes the buffer over.
  const task = getDocument({ data: new Uint8Array(bytes), worker, verbosity: 0, disableFontFace: true, useSystemFonts: false })
  try {
    const pdf = await task.promise
    if (await isActive(pdf)) unfit('active')
    return { attachments: (await pdf.getAttachments()) !== null }
  } catch (error) {
    if (error instanceof Unfit) throw error
    return error instanceof PasswordException ? unfit('password') : undefined
  } finally {
    await task.destroy()
    worker.destroy()
    port.freeFile()
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

/** A link to something else than a web page, mail or phone number, such as a program or a local file. */
const leavesTheWeb = ({ url, unsafeUrl }: Link): boolean => Boolean(unsafeUrl) && !url
const hasProgram = (entry: Entry): boolean => leavesTheWeb(entry) || entry.items.some(hasProgram)
