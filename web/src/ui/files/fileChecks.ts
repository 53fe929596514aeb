import { MEDIA_TYPES, type MediaType } from 'contract'

export const ACCEPTED = MEDIA_TYPES.join(',')

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean => signature.every((byte, index) => bytes[index] === byte)

/** The media type by the first bytes, as the server checks it (D3); undefined for types that are not accepted. */
export async function mediaTypeOf(file: Blob): Promise<MediaType | undefined> {
  const bytes = new Uint8Array(await file.slice(0, 1024).arrayBuffer())
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47])) return 'image/png'
  return new TextDecoder('latin1').decode(bytes).includes('%PDF-') ? 'application/pdf' : undefined
}

const MAX_PHOTO_EDGES = [4096, 3072, 2048, 1536]
const JPEG_QUALITY = 0.85

/** A smaller JPEG of a photo that is over the limit (U37); undefined if the browser cannot read the picture. */
export async function downscale(photo: Blob, maxBytes: number): Promise<Blob | undefined> {
  const picture = await createImageBitmap(photo).catch(() => undefined)
  if (!picture) return undefined
  try {
    for (const edge of MAX_PHOTO_EDGES) {
      const smaller = await draw(picture, Math.min(1, edge / Math.max(picture.width, picture.height)))
      if (smaller && smaller.size <= maxBytes) return smaller
    }
    return undefined
  } finally {
    picture.close()
  }
}

async function draw(picture: ImageBitmap, scale: number): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', JPEG_QUALITY))
}

const MAX_PORTRAIT_EDGE = 512

/** A small picture of a person without the camera's metadata; undefined if the file is no JPEG or PNG. */
export async function portraitOf(file: Blob): Promise<Blob | undefined> {
  const type = await mediaTypeOf(file)
  const picture = type?.startsWith('image/') ? await createImageBitmap(file).catch(() => undefined) : undefined
  if (!picture) return undefined
  try {
    return await draw(picture, Math.min(1, MAX_PORTRAIT_EDGE / Math.min(picture.width, picture.height)))
  } finally {
    picture.close()
  }
}
