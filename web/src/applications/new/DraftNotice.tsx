import { Box, Button, Flex, Text } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import type { ApplicationType } from 'contract'
import { useTranslations } from 'use-intl'
import { confirm } from '../../feedback/confirm.ts'
import { Note } from '../../ui/Note.tsx'
import { formatTime } from '../../ui/signs/dates.ts'
import { RetryButton } from '../../ui/states/RetryButton.tsx'
import type { FormDraft } from './useDraft.ts'
import { useLabels } from './useLabels.ts'

/** Says when the draft was saved, and lets the user discard it (U38). */
export function DraftNotice({ kind, draft }: { kind: ApplicationType; draft: FormDraft }) {
  const t = useTranslations('newApplication.draft')
  const { saved_at, failed, isStale, lookup, gone, discard } = draft
  const ask = async () => {
    if (await confirm({ title: t('discardTitle'), body: t('discardBody'), action: t('discardAction') })) await discard()
  }
  const sentence = isStale
    ? t('stale')
    : failed
      ? t('failed')
      : lookup.failed
        ? t('lookupFailed')
        : saved_at
          ? t('saved', { when: formatTime(saved_at) })
          : ''
  return (
    <Box mt="-ml" mb="md">
      {/* Its place is kept, so that nothing moves when the first draft is saved. */}
      <Flex wrap="wrap" align="center" columnGap="2xs" mih="1.75rem" fz="note" c="dimmed">
        <Text span inherit role="status" {...((isStale || failed || lookup.failed) && { c: 'var(--amber-text)' })}>
          {sentence}
        </Text>
        {lookup.failed && <RetryButton variant="subtle" size="compact-sm" onRetry={lookup.again} />}
        {isStale && (
          <Button variant="subtle" size="compact-sm" onClick={() => void lookup.giveWay()}>
            {t('reload')}
          </Button>
        )}
        {saved_at && !isStale && (
          <>
            <span aria-hidden>·</span>
            <Button variant="subtle" size="compact-sm" onClick={() => void ask()}>
              {t('discard')}
            </Button>
          </>
        )}
      </Flex>
      <Gone kind={kind} slots={gone} />
    </Box>
  )
}

function Gone({ kind, slots }: { kind: ApplicationType; slots: FormDraft['gone'] }) {
  const t = useTranslations('newApplication.draft')
  const labelOf = useLabels(kind)
  return (
    <div role="status">
      {slots.length > 0 && (
        <Note hue="amber" Icon={IconFileOff}>
          {t('gone', { count: slots.length, files: slots.map((slot) => labelOf(`documents.${slot}`)).join(', ') })}
        </Note>
      )}
    </div>
  )
}
