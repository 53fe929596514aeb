import { Button } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import type { ApplicationType } from 'contract'
import { useTranslations } from 'use-intl'
import { confirm } from '../../feedback/confirm.tsx'
import { formatTime } from '../../ui/signs/dates.ts'
import classes from './DraftNotice.module.css'
import type { FormDraft } from './useDraft.ts'
import { useLabels } from './useLabels.ts'

/** What is kept of the form, and how to be rid of it (U38). */
export function DraftNotice({ kind, draft }: { kind: ApplicationType; draft: FormDraft }) {
  const t = useTranslations('newApplication.draft')
  const ui = useTranslations('ui')
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
    <div className={classes.notice}>
      <div className={classes.line}>
        <span role="status" data-failed={isStale || failed || lookup.failed || undefined} className={classes.sentence}>
          {sentence}
        </span>
        {lookup.failed && (
          <Button variant="subtle" size="compact-sm" onClick={lookup.again}>
            {ui('retry')}
          </Button>
        )}
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
      </div>
      <Gone kind={kind} slots={gone} />
    </div>
  )
}

function Gone({ kind, slots }: { kind: ApplicationType; slots: FormDraft['gone'] }) {
  const t = useTranslations('newApplication.draft')
  const labelOf = useLabels(kind)
  return (
    <div role="status">
      {slots.length > 0 && (
        <p className={classes.gone}>
          <IconFileOff size={18} stroke={1.6} aria-hidden />
          {t('gone', { count: slots.length, files: slots.map((slot) => labelOf(`documents.${slot}`)).join(', ') })}
        </p>
      )}
    </div>
  )
}
