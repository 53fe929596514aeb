import { MOST_PIXELS, TOO_MANY_PIXELS } from 'contract'
import { refuse } from '../http/errors.ts'

const DAMAGED = 'This picture is damaged. Please take or save it again and upload that.'

export const refuseDamaged = (): never => refuse(422, DAMAGED)

/** Judges by the size that the header claims, before anybody tries to show the picture. */
export function refuseSize(width: number, height: number): void {
  if (width === 0 || height === 0) refuseDamaged()
  if (width * height > MOST_PIXELS) refuse(422, TOO_MANY_PIXELS)
}
