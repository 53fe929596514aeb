import { expect, it } from 'vitest'
import { PdfPort } from './pdfPort.ts'

it('hands a file over to the half that reads, and gives its memory back once it is closed', async () => {
  const port = new PdfPort()
  const received: { data: { data: Uint8Array } }[] = []
  port.addEventListener('message', (event) => received.push((event as MessageEvent).data))
  const file = new Uint8Array(100_000).fill(7)
  port.postMessage({ action: 'GetDocRequest', data: { data: file } }, [file.buffer])
  port.postMessage({ action: 'Ready' })
  await expect.poll(() => received.length).toBe(2)
  const copy = received[0]?.data.data
  expect([file.length, copy?.length, copy?.[99_999]]).toEqual([0, 100_000, 7])
  port.freeFile()
  expect(copy?.length).toBe(0)
})
