import { Stack } from '@mantine/core'
import { EstablishmentCard } from '../panels/establishment/EstablishmentCard.tsx'
import { PaperSection } from '../panels/papers/PaperSection.tsx'

/** How the authorities know a company, and its papers, for administrators. */
export const Authorities = ({ id }: { id: string }) => (
  <Stack gap="xl" maw="60rem">
    <EstablishmentCard company_id={id} />
    <PaperSection of={{ company_id: id }} title="company" />
  </Stack>
)
