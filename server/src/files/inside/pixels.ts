import { unfit } from './unfit.ts'

/** The sentence TOO_MANY_PIXELS names the number too (T34). */
const MAX_PIXELS = 50_000_000

/** Judges by the size in the header, before anything decodes the picture. */
export function refuseSize(width: number, height: number): void {
  if (width === 0 || height === 0) unfit('damaged')
  if (width * height > MAX_PIXELS) unfit('too_many_pixels')
}
