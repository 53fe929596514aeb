const ORIENTATION = 0x0112
const SHORT = 3
const ENTRY_BYTES = 12

/** The orientation of an Exif block (a TIFF header and entries), 2 to 8; undefined for none. */
export function orientationOf(exif: Buffer): number | undefined {
  const order = exif.toString('latin1', 0, 4)
  if (order !== 'II*\0' && order !== 'MM\0*') return undefined
  const small = order === 'II*\0'
  const short = (at: number) => (at + 2 > exif.length ? 0 : small ? exif.readUInt16LE(at) : exif.readUInt16BE(at))
  const long = (at: number) => (at + 4 > exif.length ? 0 : small ? exif.readUInt32LE(at) : exif.readUInt32BE(at))
  const directory = long(4)
  // The count comes from the file and may be wrong.
  const entries = Math.min(short(directory), Math.floor((exif.length - directory - 2) / ENTRY_BYTES))
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + entry * ENTRY_BYTES
    if (short(at) !== ORIENTATION) continue
    const value = short(at + 2) === SHORT && long(at + 4) === 1 ? short(at + 8) : 0
    return value >= 2 && value <= 8 ? value : undefined
  }
  return undefined
}

export function exifOf(orientation: number): Buffer {
  const exif = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex')
  exif.writeUInt16BE(orientation, 18)
  return exif
}
