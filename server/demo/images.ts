import { encode } from 'jpeg-js'
import { type Random, random } from './random.ts'

interface Picture {
  width: number
  height: number
  data: Buffer
}

/** Whether a point is in it. */
type Shape = (x: number, y: number) => boolean

const everywhere: Shape = () => true
const ellipse =
  (cx: number, cy: number, rx: number, ry: number): Shape =>
  (x, y) =>
    ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1
const box =
  (left: number, top: number, width: number, height: number): Shape =>
  (x, y) =>
    x >= left && x < left + width && y >= top && y < top + height

/** Gives every point of the shape a colour, such as `f7f7f7`. */
function paint({ width, height, data }: Picture, colour: string, shape: Shape): void {
  const rgb = Buffer.from(colour, 'hex')
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) if (shape(x, y)) rgb.copy(data, (y * width + x) * 4)
  }
}

const SKINS = ['f1cdb0', 'e0ac8a', 'bb8460', '8d5c3e']
const HAIRS = ['201a18', '3a281e', '5c402c', '969696']
const SHIRTS = ['264653', '78353c', '465a3c', '3c3e5a', 'cdcdd2']
const COVERS = ['e9f0f7', 'f6efe2', 'e7f3eb', 'f4e8ec']

/** A person before a white wall. */
function portrait(picture: Picture, left: number, top: number, size: number, rng: Random): void {
  const [skin, hair, shirt] = [rng.pick(SKINS), rng.pick(HAIRS), rng.pick(SHIRTS)]
  const frame = box(left, top, size, size * 1.25)
  const part = (colour: string, cx: number, cy: number, rx: number, ry: number) => {
    const shape = ellipse(left + cx * size, top + cy * size, rx * size, ry * size)
    paint(picture, colour, (x, y) => frame(x, y) && shape(x, y))
  }
  part(shirt, 0.5, 1.28, 0.42, 0.36)
  part(skin, 0.5, 0.9, 0.13, 0.16)
  part(hair, 0.5, 0.5, 0.28, 0.36)
  part(skin, 0.5, 0.58, 0.235, 0.31)
}

const made = new Map<string, Buffer>()
/** A JPEG of that size, drawn once for each name. */
function draw(name: string, [width, height]: [number, number], onto: (picture: Picture) => void): Buffer {
  const known = made.get(name)
  if (known) return known
  const picture = { width, height, data: Buffer.alloc(width * height * 4, 255) }
  onto(picture)
  const jpeg = encode(picture, 82).data
  made.set(name, jpeg)
  return jpeg
}

/** One of many passport photos. */
export const photo = (number: number): Buffer =>
  draw(`photo ${number}`, [240, 300], (picture) => {
    paint(picture, 'f7f7f7', everywhere)
    portrait(picture, 0, 0, 240, random(`face ${number}`))
  })

/** One of several scanned pages with a face, lines that stand for text, and the machine-readable foot. */
export const scan = (number: number): Buffer =>
  draw(`scan ${number}`, [480, 330], (picture) => {
    const rng = random(`scan ${number}`)
    paint(picture, rng.pick(COVERS), everywhere)
    paint(picture, 'fafafa', box(24, 40, 130, 162))
    portrait(picture, 24, 40, 130, random(`face ${number}`))
    for (let row = 0; row < 7; row++) {
      paint(picture, '969ca6', box(180, 44 + row * 24, rng.int(40, 70), 4))
      paint(picture, '3c424e', box(180, 52 + row * 24, rng.int(90, 240), 7))
    }
    for (const top of [256, 284]) paint(picture, '282c34', (x, y) => box(24, top, 432, 11)(x, y) && x % 10 < 6)
  })
