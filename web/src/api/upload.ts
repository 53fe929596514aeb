import { type DocumentInfo, pathOf, uploadDocument } from 'contract'
import { reportStatus } from './connection.ts'
import { problemIn, Refusal } from './refusal.ts'
import { isSignedInAgain, renewalCount } from './sessionEnd.ts'

interface UploadOptions {
  /** From 0 to 1. */
  onProgress?: (fraction: number) => void
  signal?: AbortSignal
}

/** Stores one file (D1). If the session has ended, sends it again after a login (U9). An aborted upload rejects with AbortError. */
export async function uploadFile(file: Blob, name: string, options: UploadOptions = {}): Promise<DocumentInfo> {
  const sentAt = renewalCount()
  try {
    return await attempt(file, name, options)
  } catch (error) {
    const mayTryAgain = error instanceof Refusal && error.status === 401 && (await isSignedInAgain(sentAt))
    if (mayTryAgain) return await uploadFile(file, name, options)
    throw error
  }
}

/** XMLHttpRequest, because fetch does not report progress. */
function attempt(file: Blob, name: string, { onProgress, signal }: UploadOptions): Promise<DocumentInfo> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(uploadDocument.method, `/api${pathOf(uploadDocument)}`)
    request.setRequestHeader('Content-Type', file.type)
    request.setRequestHeader('X-File-Name', encodeURIComponent(name.toWellFormed()))
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total)
    request.onerror = () => {
      reportStatus(0)
      reject(new Refusal(0))
    }
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    request.onload = () => {
      if (request.status === 201) return resolve(JSON.parse(request.responseText))
      reject(new Refusal(request.status, problemIn(request.responseText), request.getResponseHeader('X-Request-Id') ?? undefined))
    }
    signal?.addEventListener('abort', () => request.abort())
    if (signal?.aborted) return reject(new DOMException('The upload was cancelled', 'AbortError'))
    request.send(file)
  })
}
