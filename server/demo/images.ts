import { encode } from 'jpeg-js'
import { type Random, random } from './random.ts'

/** A colour such as `f7f7f7`, and which points have it; later shapes lie above earlier ones. */
type Shape = [colour: string, has: (x: number, y: number) => boolean]

const box = (colour: string, [left, top, width, height]: [number, number, number, number]): Shape => [
  colour,
  (x, y) => x >= left && x < left + width && y >= top && y < top + height,
]

const made = new Map<string, Buffer>()
/** A JPEG of that size, drawn once for each name. */
function draw(name: string, [width, height]: [number, number], shapesOf: (rng: Random) => Shape[]): Buffer {
  const known = made.get(name)
  if (known) return known
  const shapes = shapesOf(random(name))
  const data = Buffer.alloc(width * height * 4, 255)
  for (let at = 0; at < width * height; at++) {
    const [colour = 'ffffff'] = shapes.findLast(([, has]) => has(at % width, Math.floor(at / width))) ?? []
    data.write(colour, at * 4, 'hex')
  }
  const jpeg = encode({ width, height, data }, 82).data
  made.set(name, jpeg)
  return jpeg
}

/** A person before a white wall: shirt, neck, hair and face. */
function portrait(left: number, top: number, size: number, rng: Random): Shape[] {
  const skin = rng.pick(['f1cdb0', 'e0ac8a', 'bb8460', '8d5c3e'])
  const part = (colour: string, cx: number, cy: number, rx: number, ry: number): Shape => [
    colour,
    (x, y) => y < top + size * 1.25 && (((x - left) / size - cx) / rx) ** 2 + (((y - top) / size - cy) / ry) ** 2 <= 1,
  ]
  return [
    box('f7f7f7', [left, top, size, size * 1.25]),
    part(rng.pick(['264653', '78353c', '465a3c', '3c3e5a', 'cdcdd2']), 0.5, 1.28, 0.42, 0.36),
    part(skin, 0.5, 0.9, 0.13, 0.16),
    part(rng.pick(['201a18', '3a281e', '5c402c', '969696']), 0.5, 0.5, 0.28, 0.36),
    part(skin, 0.5, 0.58, 0.235, 0.31),
  ]
}

/** One of many passport photos. */
export const photo = (number: number): Buffer => draw(`photo ${number}`, [240, 300], (rng) => portrait(0, 0, 240, rng))

/** One of several scanned pages with a face, lines that stand for text, and the machine-readable foot. */
export const scan = (number: number): Buffer =>
  draw(`scan ${number}`, [480, 330], (rng) => [
    box(rng.pick(['e9f0f7', 'f6efe2', 'e7f3eb', 'f4e8ec']), [0, 0, 480, 330]),
    ...portrait(24, 40, 130, rng),
    ...Array.from({ length: 7 }, (_, row) => [
      box('969ca6', [180, 44 + row * 24, rng.int(40, 70), 4]),
      box('3c424e', [180, 52 + row * 24, rng.int(90, 240), 7]),
    ]).flat(),
    ...[256, 284].map((top): Shape => ['282c34', (x, y) => x >= 24 && x < 456 && y >= top && y < top + 11 && x % 10 < 6]),
  ])
