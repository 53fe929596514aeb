import { crc32 } from 'node:zlib'
import { encode } from 'jpeg-js'
import { PNG } from './files.ts'

const number = (value: number, bytes: number): Buffer => {
  const written = Buffer.alloc(bytes)
  written.writeUIntBE(value, 0, bytes)
  return written
}

/** A segment of a JPEG. */
export const segment = (code: number, data: Buffer | string): Buffer => {
  const body = Buffer.from(data as string, 'latin1')
  return Buffer.concat([Buffer.from([0xff, code]), number(body.length + 2, 2), body])
}

/** A chunk of a PNG. */
export const chunk = (type: string, data: Buffer | string): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data as string, 'latin1')])
  return Buffer.concat([number(body.length - 4, 4), body, number(crc32(body), 4)])
}

/** What a phone writes into a photo: orientation, maker's notes, and place. */
export function phoneExif(orientation: number, order: 'II' | 'MM' = 'II'): Buffer {
  const write = (value: number, bytes: number) => (order === 'II' ? number(value, bytes).reverse() : number(value, bytes))
  const entry = (tag: number, type: number, count: number, value: Buffer) =>
    Buffer.concat([write(tag, 2), write(type, 2), write(count, 4), value, Buffer.alloc(4 - value.length)])
  const entries = [entry(0x010f, 2, 4, Buffer.from('Ace\0')), entry(0x0112, 3, 1, write(orientation, 2)), entry(0x8825, 4, 1, write(50, 4))]
  const gps = [entry(1, 2, 2, Buffer.from('N\0')), entry(2, 5, 3, write(80, 4))]
  return Buffer.concat([
    Buffer.from(order === 'II' ? 'II*\0' : 'MM\0*', 'latin1'),
    ...[write(8, 4), write(entries.length, 2), ...entries, write(0, 4)],
    ...[write(gps.length, 2), ...gps, write(0, 4)],
    Buffer.from('GPS-25.2048-55.2708'),
  ])
}

const WIDTH = 24
const HEIGHT = 16

/** A JPEG without anything a camera writes; its pixels differ. */
export const PHOTO: Buffer = encode(
  { width: WIDTH, height: HEIGHT, data: Buffer.from(Array.from({ length: WIDTH * HEIGHT * 4 }, (_, index) => (index * 37) % 256)) },
  80,
).data

/** The picture with these parts after its first bytes. */
export const jpegWith = (...parts: Buffer[]): Buffer => Buffer.concat([PHOTO.subarray(0, 2), ...parts, PHOTO.subarray(2)])
export const pngWith = (...parts: Buffer[]): Buffer => Buffer.concat([PNG.subarray(0, 33), ...parts, PNG.subarray(33)])
