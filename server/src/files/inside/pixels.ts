import { unfit } from './unfit.ts'

/** T34: what a picture may come to; the sentence TOO_MANY_PIXELS names it too. */
const MAX_PIXELS = 50_000_000

/** Judges by the size that the header claims, before anybody tries to show the picture. */
export function refuseSize(width: number, height: number): void {
  if (width === 0 || height === 0) unfit('damaged')
  if (width * height > MAX_PIXELS) unfit('too_many_pixels')
}
