import { crc32, deflateSync } from 'node:zlib'

/** A PDF of one page that says what it is, and a photo of 96 × 120 pixels. */
const page = 'BT /F1 24 Tf 72 720 Td (Passport of Sara Khan) Tj ET'
const objects = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
  `<</Length ${page.length}>>stream\n${page}\nendstream`,
  '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
]

function pdf(): Buffer {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj${object}endobj\n`
    return at
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`,
  )
}

export const PDF = pdf()

export const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAB4AGADASIAAhEBAxEB/8QAGQABAQEBAQEAAAAAAAAAAAAAAAQFBgIH/8QAKxAAAgIBAgUBCQEBAAAAAAAAAAECBAMFESEiMUFhBhIUMlFxgcHR4aGR/8QAGAEBAAMBAAAAAAAAAAAAAAAAAAECBAP/xAAbEQEBAQEAAwEAAAAAAAAAAAAAAQIREiExMv/aAAwDAQACEQMRAD8A7kAAAAAAAAAAAAAAAAAAAAABLZvY67cVzz+S7EE9TsSfL7MV4RHV5i1sgxoanYi+b2ZLyi+rex2Govkn8n3HS4sVAAlQAAAAACXULPu+HaL55cF48lRjapNytuPaKS/JFXxO1H1e7ABRpAns90ABt0LLsYdpPnjwfnyVGNpc3G2o9pJr8myXjNucoACVAAADG1SDjbcu0kn+DZJdQre8Yt4/HHivPgir4vKxAOnUFGkAC4vZAWaXBytqXaKb/BsktCs6+HeS55cX48FReM272gAJUAAAAAEtqjjsNy+CfzXf6kE9MsRfL7Ml4Zsgji83YxoaZYk+b2Yryy+rRx12pfHP5vt9CoDhd2gAJUAAAAAAlvalUoR3s5lFvpFcZP7Gbr+uqgnXrNOy1xfVQX7OMy5cmfLLJlnKc5cXKT3bOmcd91TW+eo6W16vlu1UrJLtLI9/8X7M+fqbVJdM0I/TGvyY4OsxmOXlWxD1NqkeuaEvrjX4NCr6vlulbrJrvLG9v8f7OXAuM08q+kUdSqX471syk11i+El9io+YYsuTBljkxTlCcXupRezR2ega6r6Vey1GylwfRTX7OWsc9x1zvv1uAA5rhLqdxUKGWw0m4rlT7t9Co5z1nlcalfFv8c3L/i/pOZ28Rq8jk8uWebLPLkk5Tm95N92eADUzgAAAAAe8WWeHLDLjk4zg94tdmeAB9I0y4r9DFYSSc1zJdmupUc56MyuVSxib4QmpJfVfw6My6nLxozewOb9aYnKrWyrpCbi/uv4ATj9RGvjkQAaXAAAAAAAAB13ovE41bOVrhOaivsv6dIAZt/qu+fj/2Q==',
  'base64',
)

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A white PNG of so many pixels, always a few kilobytes small. */
export function whitePng(width: number, height: number): Buffer {
  const header = Buffer.from('00000000000000000100000000', 'hex')
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const rows = Buffer.alloc(height * (Math.ceil(width / 8) + 1), 0xff)
  for (let row = 0; row < height; row++) rows[row * (Math.ceil(width / 8) + 1)] = 0
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}

/** The files as a browser hands them over. */
export const passport = { name: 'passport.pdf', mimeType: 'application/pdf', buffer: PDF }
export const photo = { name: 'IMG_2041.jpeg', mimeType: 'image/jpeg', buffer: JPEG }
