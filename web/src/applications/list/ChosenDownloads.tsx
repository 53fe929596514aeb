import { exportApplications, type VisaApplication } from 'contract'
import { DownloadTable } from '../../ui/files/DownloadTable.tsx'
import { ArchiveButton } from '../ArchiveButton.tsx'

/** So many ids an address holds before proxies refuse it. */
const MAX_IDS = 200

/** Downloads the chosen applications as a table, in the order of the list, and their documents. */
export function ChosenDownloads({ chosen, sort }: { chosen: readonly VisaApplication[]; sort: string }) {
  const ids = chosen.map(({ id }) => id)
  return (
    <>
      <ArchiveButton ids={ids} />
      <DownloadTable call={exportApplications} query={{ application_ids: ids.join(), sort }} disabled={ids.length > MAX_IDS} />
    </>
  )
}
