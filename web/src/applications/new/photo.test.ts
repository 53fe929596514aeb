import { describe, expect, it } from 'vitest'
import { lightOf, warningsOfPhoto } from './photo.ts'

describe('warningsOfPhoto (U42)', () => {
  it.each([
    [{ width: 413, height: 472, light: 1 }, []],
    [{ width: 600, height: 800, light: 0.7 }, []],
    [{ width: 412, height: 472, light: 1 }, ['small']],
    [{ width: 413, height: 471, light: 1 }, ['small']],
    [{ width: 600, height: 600, light: 1 }, ['lying']],
    [{ width: 800, height: 600, light: 1 }, ['lying']],
    [{ width: 600, height: 800, light: 0.6 }, ['background']],
    [{ width: 120, height: 96, light: 0 }, ['lying', 'small', 'background']],
  ] as const)('of %j are %j', (photo, warnings) => {
    expect(warningsOfPhoto(photo)).toEqual(warnings)
  })
})

describe('lightOf', () => {
  const picture = (width: number, height: number, colourAt: (column: number, row: number) => readonly [number, number, number]) =>
    Array.from({ length: width * height }, (_, index) => [...colourAt(index % width, Math.floor(index / width)), 255]).flat()

  it.each([
    ['white', [255, 255, 255], 1],
    ['a white wall in warm light', [225, 215, 195], 1],
    ['the blue of other countries', [150, 190, 230], 0],
    ['a dark wall', [120, 120, 120], 0],
  ] as const)('knows %s', (_, colour, light) => {
    expect(
      lightOf(
        picture(6, 8, () => colour),
        6,
        8,
      ),
    ).toBe(light)
  })

  it('looks at the edge of the upper half, not at the person', () => {
    const isEdge = (column: number, row: number) => row < 4 && (row === 0 || column === 0 || column === 5)
    expect(
      lightOf(
        picture(6, 8, (column, row) => (isEdge(column, row) ? [240, 240, 240] : [60, 40, 30])),
        6,
        8,
      ),
    ).toBe(1)
    expect(
      lightOf(
        picture(6, 8, (column, row) => (isEdge(column, row) ? [60, 40, 30] : [240, 240, 240])),
        6,
        8,
      ),
    ).toBe(0)
  })
})
