export type Random = ReturnType<typeof random>

/** Choices that come out the same for the same seed (FNV-1a, then mulberry32). */
export function random(seed: string) {
  let state = 2_166_136_261
  for (let at = 0; at < seed.length; at++) state = Math.imul(state ^ seed.charCodeAt(at), 16_777_619)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  /** A whole number, both ends included. */
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[int(0, items.length - 1)]
    if (item === undefined) throw new RangeError('there is nothing to pick from')
    return item
  }
  return {
    int,
    pick,
    /** True this often: 0.25 is one in four. */
    chance: (share: number): boolean => next() < share,
    weighted<Item extends { weight: number }>(items: readonly Item[]): Item {
      let left = next() * items.reduce((sum, { weight }) => sum + weight, 0)
      const isReached = ({ weight }: Item) => {
        left -= weight
        return left < 0
      }
      return items.find(isReached) ?? pick(items)
    },
    /** `#` becomes a digit, `@` a capital letter, the rest stays. */
    filled: (pattern: string): string =>
      pattern.replace(/[#@]/g, (sign) => (sign === '#' ? String(int(0, 9)) : String.fromCharCode(int(65, 90)))),
  }
}
