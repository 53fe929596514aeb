import { exportApplications, type VisaApplication } from 'contract'
import { DownloadChosen } from '../../ui/files/DownloadChosen.tsx'
import { ArchiveButton } from '../ArchiveButton.tsx'

/** Downloads the chosen applications as a table and their documents. */
export function ChosenDownloads({ chosen, sort }: { chosen: readonly VisaApplication[]; sort: string }) {
  return (
    <>
      <ArchiveButton ids={chosen.map(({ id }) => id)} />
      <DownloadChosen call={exportApplications} list="applications" idsAs="application_ids" chosen={chosen} sort={sort} />
    </>
  )
}
