/** 35 by 40 mm at 300 dots an inch. */
export const LEAST = { width: 413, height: 472 }
/** How much of the edge must be light: hair and shoulders may touch it. */
const LEAST_LIGHT = 0.7
/** A light point, and how far its colours may be apart. */
const LIGHT = 190
const TINT = 45

export interface Photo {
  width: number
  height: number
  /** Which share of its upper edge and of the sides below it is white or nearly so. */
  light: number
}

export type PhotoWarning = 'small' | 'lying' | 'background'

/** What authorities ask of a passport photo; said below the field, never refused (U42). */
export function warningsOfPhoto({ width, height, light }: Photo): PhotoWarning[] {
  const warnings: PhotoWarning[] = []
  if (height <= width) warnings.push('lying')
  if (Math.min(width, height) < LEAST.width || Math.max(width, height) < LEAST.height) warnings.push('small')
  if (light < LEAST_LIGHT) warnings.push('background')
  return warnings
}

/** The share of light points along the upper edge and the upper half of the sides; four values a point. */
export function lightOf(points: ArrayLike<number>, width: number, height: number): number {
  const isLight = (column: number, row: number) => {
    const at = (row * width + column) * 4
    const colours = [points[at] ?? 0, points[at + 1] ?? 0, points[at + 2] ?? 0]
    return Math.min(...colours) >= LIGHT && Math.max(...colours) - Math.min(...colours) <= TINT
  }
  const edge: boolean[] = []
  for (let column = 0; column < width; column++) edge.push(isLight(column, 0))
  for (let row = 1; row < height / 2; row++) edge.push(isLight(0, row), isLight(width - 1, row))
  return edge.filter(Boolean).length / edge.length
}

const SAMPLE = { width: 30, height: 40 }

/** What is to be known of a picture that is shown; undefined where the browser lets nobody see its points. */
export function lookAt(image: HTMLImageElement): Photo | undefined {
  const canvas = document.createElement('canvas')
  canvas.width = SAMPLE.width
  canvas.height = SAMPLE.height
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen) return undefined
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, SAMPLE.width, SAMPLE.height)
  pen.drawImage(image, 0, 0, SAMPLE.width, SAMPLE.height)
  const { data } = pen.getImageData(0, 0, SAMPLE.width, SAMPLE.height)
  return { width: image.naturalWidth, height: image.naturalHeight, light: lightOf(data, SAMPLE.width, SAMPLE.height) }
}
