import { encode } from 'jpeg-js'
import { random } from './random.ts'

type Colour = readonly [red: number, green: number, blue: number]

interface Picture {
  width: number
  height: number
  data: Buffer
}

const blank = (width: number, height: number, colour: Colour): Picture => {
  const picture = { width, height, data: Buffer.alloc(width * height * 4, 255) }
  paint(picture, colour, () => true)
  return picture
}

/** Colours every pixel that is inside. */
function paint({ width, height, data }: Picture, [red, green, blue]: Colour, isInside: (x: number, y: number) => boolean): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isInside(x, y)) continue
      const at = (y * width + x) * 4
      data[at] = red
      data[at + 1] = green
      data[at + 2] = blue
    }
  }
}

const ellipse = (cx: number, cy: number, rx: number, ry: number) => (x: number, y: number) =>
  ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1
const box = (left: number, top: number, width: number, height: number) => (x: number, y: number) =>
  x >= left && x < left + width && y >= top && y < top + height

const SKINS: Colour[] = [
  [241, 205, 176],
  [224, 172, 138],
  [187, 132, 96],
  [141, 92, 62],
]
const HAIRS: Colour[] = [
  [32, 26, 24],
  [58, 40, 30],
  [92, 64, 44],
  [150, 150, 150],
]
const SHIRTS: Colour[] = [
  [38, 70, 83],
  [120, 53, 60],
  [70, 90, 60],
  [60, 62, 90],
  [205, 205, 210],
]
const COVERS: Colour[] = [
  [233, 240, 247],
  [246, 239, 226],
  [231, 243, 235],
  [244, 232, 236],
]

/** A person before a white wall. */
function portrait(picture: Picture, left: number, top: number, size: number, seed: string): void {
  const rng = random(seed)
  const [skin, hair, shirt] = [rng.pick(SKINS), rng.pick(HAIRS), rng.pick(SHIRTS)]
  const at = (x: number, y: number, rx: number, ry: number) => ellipse(left + x * size, top + y * size, rx * size, ry * size)
  const frame = box(left, top, size, size * 1.25)
  const framed = (shape: (x: number, y: number) => boolean) => (x: number, y: number) => frame(x, y) && shape(x, y)
  paint(picture, shirt, framed(at(0.5, 1.28, 0.42, 0.36)))
  paint(picture, skin, framed(at(0.5, 0.9, 0.13, 0.16)))
  paint(picture, hair, framed(at(0.5, 0.5, 0.28, 0.36)))
  paint(picture, skin, framed(at(0.5, 0.58, 0.235, 0.31)))
}

const cache = new Map<string, Buffer>()
function once(key: string, make: () => Picture): Buffer {
  const made = cache.get(key) ?? encode(make(), 82).data
  cache.set(key, made)
  return made
}

/** One of many passport photos. */
export const photo = (number: number): Buffer =>
  once(`photo ${number}`, () => {
    const picture = blank(240, 300, [247, 247, 247])
    portrait(picture, 0, 0, 240, `face ${number}`)
    return picture
  })

/** One of several scanned pages with a face, lines that stand for text, and the machine-readable foot. */
export const scan = (number: number): Buffer =>
  once(`scan ${number}`, () => {
    const rng = random(`scan ${number}`)
    const picture = blank(480, 330, rng.pick(COVERS))
    paint(picture, [250, 250, 250], box(24, 40, 130, 162))
    portrait(picture, 24, 40, 130, `face ${number}`)
    for (let row = 0; row < 7; row++) {
      paint(picture, [150, 156, 166], box(180, 44 + row * 24, rng.int(40, 70), 4))
      paint(picture, [60, 66, 78], box(180, 52 + row * 24, rng.int(90, 240), 7))
    }
    for (const top of [256, 284]) paint(picture, [40, 44, 52], (x, y) => box(24, top, 432, 11)(x, y) && x % 10 < 6)
    return picture
  })
