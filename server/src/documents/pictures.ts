import { refuse } from '../http/errors.ts'

/** Ten centimetres of paper at 1,800 dpi; a picture above it takes hundreds of megabytes to show (T34). */
const MOST_PIXELS = 50_000_000
const TOO_LARGE = 'This picture has more than 50 megapixels. Please make it smaller and upload it again.'
const DAMAGED = 'This picture is damaged. Please take or save it again and upload that.'

export const refuseDamaged = (): never => refuse(422, DAMAGED)

/** Judges by the size that the header claims, before anybody tries to show the picture. */
export function refuseSize(width: number, height: number): void {
  if (width === 0 || height === 0) refuseDamaged()
  if (width * height > MOST_PIXELS) refuse(422, TOO_LARGE)
}
