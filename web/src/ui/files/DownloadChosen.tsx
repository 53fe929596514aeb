import type { Call, TabledList } from 'contract'
import { DownloadTable } from './DownloadTable.tsx'

/** So many ids an address holds before proxies refuse it. */
const MAX_IDS = 200

interface DownloadChosenProps<C extends Call> {
  call: C
  list: TabledList
  /** The member of the query that names the rows. */
  idsAs: string
  chosen: readonly { id: string }[]
  sort: string
}

/** Downloads the chosen rows as a table, in the order of the list. */
export function DownloadChosen<C extends Call>({ call, list, idsAs, chosen, sort }: DownloadChosenProps<C>) {
  const query = { [idsAs]: chosen.map(({ id }) => id).join(), sort }
  return <DownloadTable call={call} list={list} query={query} disabled={chosen.length > MAX_IDS} />
}
