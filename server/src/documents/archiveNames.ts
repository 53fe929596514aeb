import { downloadName, savedName } from 'contract'
import type { NamedDocument } from './queries.ts'

/** So many bytes, and a number and an ending, fit into what file systems allow a name. A person's leaves room for the document's. */
const MAX_BYTES = 160
const MAX_BYTES_OF_PERSON = 100
/** Names of devices on Windows, whatever stands behind the dot. */
const DEVICE = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?=\.|$)/i

/** A name for one file or folder on any system: letters of all languages stay, what means something to a system becomes a dash. */
export function safeName(given: string, otherwise: string, most = MAX_BYTES): string {
  const plain = given
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{C}\s"\\/:*?<>|]+/gu, '-')
  const name = shortened(plain.replace(/^[-.~]+/, ''), most).replace(/[-.]+$/, '')
  return DEVICE.test(name) ? `_${name}` : name || otherwise
}

function shortened(name: string, most: number): string {
  let short = ''
  for (const letter of name) {
    if (Buffer.byteLength(short + letter) > most) break
    short += letter
  }
  return short
}

/** Gives each name once; a second one gets a number. Systems take names for equal that differ in case or form alone. */
export function namesOnce(...taken: string[]): (name: string, ending?: string) => string {
  const formOf = (name: string) => name.normalize('NFKC').toUpperCase()
  const given = new Set(taken.map(formOf))
  return (name, ending = '') => {
    for (let number = 1; ; number++) {
      const tried = `${name}${number > 1 ? ` (${number})` : ''}${ending}`
      if (given.has(formOf(tried))) continue
      given.add(formOf(tried))
      return tried
    }
  }
}

type Placed = Pick<NamedDocument, 'slot' | 'stage_name' | 'owner_name' | 'name' | 'type'> & Partial<Pick<NamedDocument, 'paper_name'>>

/** The name of D5. Documents without a record or a place in it, such as receipts and pictures, keep their own name. */
export function nameToSave({ slot, stage_name, paper_name, owner_name, name, type }: Placed): string {
  const place = slot ?? stage_name ?? paper_name
  return owner_name && place ? downloadName(owner_name, place, type) : savedName(name, type)
}

/** The name of a folder, and of an archive of one application. */
export const nameOfPerson = (name: string): string => safeName(name, 'application', MAX_BYTES_OF_PERSON)

/** Names files in one folder. */
function filesOf(folder: string): (document: Placed) => string {
  const once = namesOnce()
  return (document) => {
    const owner_name = document.owner_name === null ? null : nameOfPerson(document.owner_name)
    const [, base = '', ending = ''] = /^(.*?)(\.[a-z]{3,4})?$/is.exec(nameToSave({ ...document, owner_name })) ?? []
    return `${folder}/${once(safeName(base, 'document'), ending.toLowerCase())}`
  }
}

interface Case {
  id: string
  employee_name: string
}

/** The path of each document: a folder for each application that has some, in the given order. */
export function pathsOf<Document extends Placed & { of_application: string | null }>(
  cases: readonly Case[],
  documents: readonly Document[],
  ...taken: string[]
): { path: string; document: Document }[] {
  const folders = namesOnce(...taken)
  const byCase = Map.groupBy(documents, ({ of_application }) => of_application)
  return cases.flatMap(({ id, employee_name }) => {
    const own = byCase.get(id) ?? []
    if (own.length === 0) return []
    const pathOf = filesOf(folders(nameOfPerson(employee_name)))
    return own.map((document) => ({ path: pathOf(document), document }))
  })
}
