/** Choices that come out the same for the same seed. */
export interface Random {
  /** A whole number, both ends included. */
  int(least: number, most: number): number
  pick<Item>(items: readonly Item[]): Item
  /** True this often: 0.25 is one in four. */
  chance(share: number): boolean
  weighted<Item>(items: readonly (readonly [Item, number])[]): Item
  shuffled<Item>(items: readonly Item[]): Item[]
  /** `#` becomes a digit, `@` a capital letter, the rest stays. */
  filled(pattern: string): string
}

/** Chance that is none: mulberry32, seeded by a text. */
export function random(seed: string): Random {
  const next = mulberry32(hash(seed))
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const pick = <Item>(items: readonly Item[]): Item => {
    if (items.length === 0) throw new RangeError('there is nothing to pick from')
    return items[int(0, items.length - 1)] as Item
  }
  return {
    int,
    pick,
    chance: (share) => next() < share,
    weighted(items) {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of items) {
        left -= weight
        if (left < 0) return item
      }
      return pick(items)[0]
    },
    shuffled(items) {
      const rest = [...items]
      return items.map(() => rest.splice(int(0, rest.length - 1), 1)[0] as (typeof items)[number])
    },
    filled: (pattern) => pattern.replace(/[#@]/g, (sign) => (sign === '#' ? String(int(0, 9)) : String.fromCharCode(int(65, 90)))),
  }
}

function hash(text: string): number {
  let value = 2_166_136_261
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 16_777_619)
  return value >>> 0
}

function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
