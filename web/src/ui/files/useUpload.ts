import { type DocumentInfo, MB, TOO_MANY_PIXELS } from 'contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Refusal } from '../../api/refusal.ts'
import { uploadFile } from '../../api/upload.ts'
import { showDone, showFailed } from '../../feedback/toast.ts'
import { useSettings } from '../../session/settings.ts'
import { downscale, mediaTypeOf } from './fileChecks.ts'

export type UploadState =
  | { at: 'idle' }
  | { at: 'uploading'; file: File; fraction: number }
  /** `retry` is absent if the same file would be refused again. */
  | { at: 'failed'; file: File; text: string; retry: boolean }

/** "Document ready to upload", "Receipt ready to upload"; where it is stored at once, a failure alone: "Failed to upload document". */
export type UploadToasts = 'uploadDocument' | 'uploadReceipt' | 'stores'

interface Prepared {
  bytes: Blob
  name: string
}

interface Upload {
  state: UploadState
  start: (file: File) => Promise<void>
  cancel: () => void
}

/** Uploads one file at a time: checks it, shrinks a photo with too many bytes or pixels, and sends it with progress (U36, U37). */
export function useUpload(onDone: (document: DocumentInfo) => void, said: UploadToasts = 'uploadDocument'): Upload {
  const t = useTranslations('file')
  const toasts = useTranslations('toasts')
  const limit = useSettings().max_file_mb
  const [state, setState] = useState<UploadState>({ at: 'idle' })
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  const prepare = async (file: File): Promise<Prepared | { refusal: string }> => {
    if (file.size === 0) return { refusal: t('empty') }
    const type = await mediaTypeOf(file)
    if (!type) return { refusal: t('wrongType') }
    if (file.size <= limit * MB) return { bytes: new Blob([file], { type }), name: file.name }
    const smaller = type === 'application/pdf' ? undefined : await shrink(file)
    return smaller ?? { refusal: t('tooBig', { limit }) }
  }

  const shrink = async (file: File): Promise<Prepared | undefined> => {
    const bytes = await downscale(file, limit * MB)
    return bytes && { bytes, name: file.name.replace(/\.[^.]*$/, '.jpg') }
  }

  const start = async (file: File) => {
    abort.current?.abort()
    const controller = new AbortController()
    abort.current = controller
    const show = (next: UploadState) => !controller.signal.aborted && setState(next)
    show({ at: 'uploading', file, fraction: 0 })
    try {
      const prepared = await prepare(file)
      if ('refusal' in prepared) return void show({ at: 'failed', file, text: prepared.refusal, retry: false })
      const send = ({ bytes, name }: Prepared) =>
        uploadFile(bytes, name, { signal: controller.signal, onProgress: (fraction) => show({ at: 'uploading', file, fraction }) })
      const document = await send(prepared).catch(async (error) => {
        const smaller = error instanceof Refusal && error.said === TOO_MANY_PIXELS ? await shrink(file) : undefined
        return smaller ? send(smaller) : Promise.reject(error)
      })
      show({ at: 'idle' })
      if (said !== 'stores') showDone(toasts(`${said}.done`))
      onDone(document)
    } catch (error) {
      if (controller.signal.aborted) return
      const { status, detail } = error instanceof Refusal ? error : new Refusal(0)
      const reason = [413, 422, 429].includes(status) ? detail : ''
      if (said === 'stores') showFailed(toasts('setCompanyDocuments.failed'))
      show({ at: 'failed', file, text: reason || t('failed'), retry: reason === '' || status === 429 })
    }
  }

  const cancel = () => {
    abort.current?.abort()
    setState({ at: 'idle' })
  }
  return { state, start, cancel }
}
