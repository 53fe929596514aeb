import { createCipheriv } from 'node:crypto'

/** A PDF of one page with a scanned picture, as large as asked; the same bytes each time. */
export function scannedPdf(size: number): Buffer {
  const bare = build(Buffer.alloc(0), size).length
  const picture = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(size - bare))
  return build(picture, picture.length)
}

/** The lengths of numbers in it are those of `length`, whatever the picture. */
function build(picture: Buffer, length: number): Buffer {
  const digits = String(length).padStart(8, '0')
  const drawn = 'q 595 0 0 842 0 0 cm /Im0 Do Q'
  const objects = [
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from('<</Type/Pages/Kids[3 0 R]/Count 1>>'),
    Buffer.from('<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</XObject<</Im0 5 0 R>>>>>>'),
    Buffer.from(`<</Length ${drawn.length}>>stream\n${drawn}\nendstream`),
    Buffer.concat([
      Buffer.from(
        `<</Type/XObject/Subtype/Image/Width 2480/Height 3508/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/DCTDecode/Length ${digits}>>stream\n`,
      ),
      picture,
      Buffer.from('\nendstream'),
    ]),
  ]
  const parts = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  let at = parts[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    places.push(at)
    const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    parts.push(whole)
    at += whole.length
  }
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const start = String(at).padStart(8, '0')
  parts.push(Buffer.from(`xref\n0 6\n0000000000 65535 f \n${rows}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`))
  return Buffer.concat(parts)
}
