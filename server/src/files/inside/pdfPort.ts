import { free } from '../../keys/free.ts'

/** Joins both halves of pdf.js in this thread, as its own does without a worker, and knows the copy of the file that the reading half has. */
export class PdfPort extends EventTarget {
  #file: Uint8Array | undefined

  postMessage(message: object, transfer: ArrayBuffer[] | null = null): void {
    const data = structuredClone(message, { transfer: transfer ?? [] })
    if ('action' in data && data.action === 'GetDocRequest') this.#file = (data as unknown as { data: { data: Uint8Array } }).data.data
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }

  /** Once the file is closed. As garbage each copy would lead to a full collection. */
  freeFile(): void {
    if (this.#file) free(Buffer.from(this.#file.buffer))
  }
}
