import { Button } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import { archiveDocuments, MAX_ARCHIVE_CASES } from 'contract'
import { useTranslations } from 'use-intl'
import { currentLanguage } from '../messages/language.ts'
import { useSaving } from '../ui/files/useSaving.ts'

/** Downloads all documents of some applications as one ZIP. */
export function ArchiveButton({ ids }: { ids: readonly string[] }) {
  const t = useTranslations('applications.archive')
  const { save, busy } = useSaving(archiveDocuments, 'archiveDocuments')
  const tooMany = ids.length > MAX_ARCHIVE_CASES
  return (
    <Button
      variant="default"
      leftSection={<IconFileZip size={16} />}
      loading={busy}
      disabled={tooMany}
      title={tooMany ? t('atMost', { count: MAX_ARCHIVE_CASES }) : undefined}
      onClick={() => void save({ query: { application_ids: ids.join(), language: currentLanguage() } })}
    >
      {t('download')}
    </Button>
  )
}
