import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'

interface Unzipped {
  name: string
  bytes: Buffer
  /** Without compression. */
  stored: boolean
}

/** The files of a ZIP, each compared with its checksum. */
export async function readZip(bytes: Buffer): Promise<Unzipped[]> {
  const zip = await promisify<Buffer, object, ZipFile>(fromBuffer)(bytes, { lazyEntries: true })
  const files: Unzipped[] = []
  return new Promise((resolve, reject) => {
    const read = async (entry: Entry) => {
      const content = await buffer(await promisify(zip.openReadStream.bind(zip))(entry))
      if (crc32(content) !== entry.crc32) throw new Error(`${entry.fileName} differs from its checksum`)
      files.push({ name: entry.fileName, bytes: content, stored: entry.compressionMethod === 0 })
      zip.readEntry()
    }
    zip.on('entry', (entry) => void read(entry).catch(reject))
    zip.once('end', () => resolve(files))
    zip.once('error', reject)
    zip.readEntry()
  })
}
