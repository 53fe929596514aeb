import { Anchor, Box, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { type DocumentInfo, getPerson, RENEWAL_SLOTS } from 'contract'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { Muted } from '../ui/Muted.tsx'
import { Note } from '../ui/Note.tsx'

/** Names the documents that a renewal of the record copies, and those that nobody has handed in yet (E2). */
export function HeldDocuments({ id }: { id: string }) {
  const t = useTranslations('employees.renewal')
  const loading = useTranslations('ui')('loading')
  const heading = useId()
  const { data, isError } = useLoad(getPerson, { params: { id } }, { answers: () => true })
  if (!data) return isError ? <Muted>{t('heldFailed')}</Muted> : <Skeleton height={HEIGHT} role="status" aria-label={loading} />
  return (
    <section aria-labelledby={heading}>
      <Text id={heading} size="sm" fw={500} mb="2xs">
        {t('held')}
      </Text>
      <Stack component="ul" gap="2xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {RENEWAL_SLOTS.map((slot) => (
          <li key={slot}>
            <Held slot={slot} document={data.held_documents[slot]} />
          </li>
        ))}
      </Stack>
    </section>
  )
}

/** Of the heading and its three lines. */
const HEIGHT = 94

function Held({ slot, document }: { slot: (typeof RENEWAL_SLOTS)[number]; document: DocumentInfo | null }) {
  const t = useTranslations('employees.renewal')
  const title = useTranslations('enums.slot')(slot)
  if (!document || document.lost)
    return (
      <Note hue="amber" Icon={IconAlertTriangle}>
        {t('notHeld', { name: title })}
      </Note>
    )
  return (
    <Group gap="xs" wrap="nowrap">
      <Box flex="none" maw="50%">
        <Note hue="green" Icon={IconCircleCheck}>
          {title}
        </Note>
      </Box>
      <Anchor href={document.url} target="_blank" rel="noopener" size="note" truncate title={document.name} dir="auto">
        {document.name}
      </Anchor>
    </Group>
  )
}
