const MIN_FREED_BYTES = 16 * 1024

/** Gives a large buffer's memory back at once; it is empty then. As garbage it would make V8 go through its whole heap every few files. */
export function free({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && length === buffer.byteLength && length >= MIN_FREED_BYTES) buffer.transfer(0)
}
