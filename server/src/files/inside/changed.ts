/** The chunks of what is kept, or undefined where that is all of the file. Reads them only up to the first one that differs. */
export function changedChunks(file: Buffer, chunks: Iterable<Buffer>): Iterable<Buffer> | undefined {
  const left = chunks[Symbol.iterator]()
  let same = 0
  for (let next = left.next(); !next.done; next = left.next()) {
    if (!next.value.equals(file.subarray(same, same + next.value.length))) return joined(file.subarray(0, same), next.value, left)
    same += next.value.length
  }
  return same < file.length ? [file.subarray(0, same)] : undefined
}

function* joined(same: Buffer, differing: Buffer, left: Iterator<Buffer>): Generator<Buffer> {
  yield same
  yield differing
  for (let next = left.next(); !next.done; next = left.next()) yield next.value
}
