import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Risk } from 'contract'
import { useTranslations } from 'use-intl'
import { Money } from '../../ui/signs/Money.tsx'

type Amounts = Pick<Risk, 'accrued' | 'next_30_days' | 'uncounted'>

interface RiskSentenceProps {
  risk: Amounts
  /** Whether the sentence leads to the clocks. */
  linked?: boolean
}

/** What being late costs now and within 30 days, and the clocks that are in no sum, which its last words open. */
export function RiskSentence({ risk: { accrued, next_30_days, uncounted }, linked = false }: RiskSentenceProps) {
  const t = useTranslations('deadlines.risk')
  const bold = (aed: number) => (
    <Text span inherit fw={600}>
      <Money aed={aed} />
    </Text>
  )
  const nothing = accrued === 0 && next_30_days === 0
  const sentence = nothing ? t('nothing') : t.rich('sentence', { now: () => bold(accrued), more: () => bold(next_30_days) })
  return (
    <>
      {linked ? (
        <Anchor inherit renderRoot={(props) => <Link {...props} to="/deadlines" />}>
          {sentence}
        </Anchor>
      ) : (
        sentence
      )}
      {uncounted > 0 && (
        <>
          {' '}
          <Anchor
            inherit
            renderRoot={(props) => (
              <Link {...props} to="/deadlines" search={(previous: Partial<Record<string, string>>) => uncountedOf(previous, linked)} />
            )}
          >
            {t('uncounted', { count: uncounted })}
          </Anchor>
        </>
      )}
    </>
  )
}

/** On the screen of clocks the company stays chosen. */
const uncountedOf = ({ company }: Partial<Record<string, string>>, linked: boolean) => ({
  shows: 'uncounted',
  ...(company && !linked && { company }),
})
