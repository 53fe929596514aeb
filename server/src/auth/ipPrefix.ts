import { isIP } from 'node:net'

/** For IPv6 the first 64 bits: one customer has all addresses below them. */
export function ipPrefixOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [version4] = /(?<=^::ffff:)[\d.]+$/i.exec(address) ?? []
  if (version4) return version4
  const [before = '', after] = address.replace(/%.*$/, '').split('::')
  const groups = before.split(':').filter(Boolean)
  const rest = (after ?? '').split(':').filter(Boolean)
  const zeros = after === undefined ? [] : Array(Math.max(0, 8 - groups.length - rest.length)).fill('0')
  return [...groups, ...zeros, ...rest]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
