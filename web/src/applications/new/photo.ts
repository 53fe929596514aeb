/** 35 by 40 mm at 300 dots per inch. */
export const MIN_SIZE = { width: 413, height: 472 }
/** The least share of light points on the edge: hair and shoulders may touch it. */
const MIN_LIGHT_SHARE = 0.7
/** A point is light from this value in each of its colours, if these differ by no more than the tint. */
const MIN_BRIGHTNESS = 190
const MAX_TINT = 45

export interface Photo {
  width: number
  height: number
  /** The share of white or nearly white points on its upper edge and the sides below it. */
  light: number
}

export type PhotoWarning = 'small' | 'lying' | 'background'

/** What authorities may object to in a passport photo; shown below the field, never refused (U42). */
export function warningsOfPhoto({ width, height, light }: Photo): PhotoWarning[] {
  const warnings: PhotoWarning[] = []
  if (height <= width) warnings.push('lying')
  if (Math.min(width, height) < MIN_SIZE.width || Math.max(width, height) < MIN_SIZE.height) warnings.push('small')
  if (light < MIN_LIGHT_SHARE) warnings.push('background')
  return warnings
}

/** The share of light points along the upper edge and the upper half of the sides; each point has four values. */
export function lightOf(points: ArrayLike<number>, width: number, height: number): number {
  const isLight = (column: number, row: number) => {
    const at = (row * width + column) * 4
    const colours = [points[at] ?? 0, points[at + 1] ?? 0, points[at + 2] ?? 0]
    return Math.min(...colours) >= MIN_BRIGHTNESS && Math.max(...colours) - Math.min(...colours) <= MAX_TINT
  }
  const edge: boolean[] = []
  for (let column = 0; column < width; column++) edge.push(isLight(column, 0))
  for (let row = 1; row < height / 2; row++) edge.push(isLight(0, row), isLight(width - 1, row))
  return edge.filter(Boolean).length / edge.length
}

const SAMPLE = { width: 30, height: 40 }

/** Measures a picture that is shown; undefined where the browser does not let its points be read. */
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
