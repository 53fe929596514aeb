import { Anchor, Box, Flex, Group, SimpleGrid, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ApplicationType, toAed } from 'contract'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ReadinessLines } from '../../panels/establishment/ReadinessLines.tsx'
import { PriceRule } from '../../panels/PriceRule.tsx'
import { WalletOutlook } from '../../panels/WalletOutlook.tsx'
import { Card } from '../../ui/Card.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { Money } from '../../ui/signs/Money.tsx'
import { type Answers, costOf, missingOf, slotsOf } from './answers.ts'
import classes from './NewApplicationScreen.module.css'
import { idOf, useLabels } from './useLabels.ts'

interface SubmissionSummaryProps {
  kind: ApplicationType
  answers: Answers
  /** Goes to the top-up and keeps the draft. */
  onTopUp: () => void
  /** The buttons. */
  children: ReactNode
}

/** What is missing, what the application costs and what will be due; beside the form, on phones below it (B11, U39, U40). */
export function SubmissionSummary({ kind, answers, onTopUp, children }: SubmissionSummaryProps) {
  const t = useTranslations('newApplication')
  return (
    <Card component="aside" p={0} className={classes.summary ?? ''} aria-label={t('summary')}>
      <div className={classes.scroll}>
        <Missing kind={kind} answers={answers} />
        {kind === 'new' && <OptionalDocuments answers={answers} />}
      </div>
      <Cost kind={kind} answers={answers} onTopUp={onTopUp} />
      <SimpleGrid cols={2} spacing="sm" px="ml" pb="ml">
        {children}
      </SimpleGrid>
    </Card>
  )
}

type PartProps = Pick<SubmissionSummaryProps, 'kind' | 'answers'>

function Missing({ kind, answers }: PartProps) {
  const t = useTranslations('newApplication')
  const labelOf = useLabels(kind)
  const missing = missingOf(kind, answers)
  if (missing.length === 0)
    return (
      <SectionTitle size="h4" c="var(--green-text)">
        <Flex component="span" align="center" gap="xs">
          <IconCircleCheck size={18} stroke={1.75} aria-hidden />
          {t('complete')}
        </Flex>
      </SectionTitle>
    )
  return (
    <>
      <SectionTitle size="h4">{t('missing', { count: missing.length })}</SectionTitle>
      <ul className={classes.missing}>
        {missing.map((field) => (
          <li key={field}>
            <Anchor
              href={`#${idOf(field)}`}
              size="sm"
              lh="1.5rem"
              display="inline-block"
              underline="hover"
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(idOf(field))?.focus()
              }}
            >
              {labelOf(field)}
            </Anchor>
          </li>
        ))}
      </ul>
    </>
  )
}

function OptionalDocuments({ answers }: { answers: Answers }) {
  const t = useTranslations('newApplication')
  const labelOf = useLabels('new')
  return (
    <>
      <SectionTitle order={3} size="h4" mt="md">
        {t('optionalDocuments')}
      </SectionTitle>
      <Box component="dl" m={0} mt={6} fz="note" lh="1.5rem">
        {slotsOf('new').map((slot) => (
          <Group key={slot} justify="space-between" gap="md" wrap="nowrap">
            <Box component="dt" flex="none">
              {labelOf(`documents.${slot}`)}
            </Box>
            <Text
              component="dd"
              dir="auto"
              inherit
              truncate
              miw={0}
              title={answers.documents[slot]?.name}
              c={answers.documents[slot] ? 'var(--green-text)' : 'dimmed'}
            >
              {answers.documents[slot]?.name ?? t('notProvided')}
            </Text>
          </Group>
        ))}
      </Box>
    </>
  )
}

function Cost({ kind, answers, onTopUp }: PartProps & Pick<SubmissionSummaryProps, 'onTopUp'>) {
  const t = useTranslations('newApplication')
  const topUp = useTranslations('ui.wallet')('topUp')
  const inside = answers.employee_location === 'inside_uae' ? t('costInside') : t('costOutside')
  const cost = costOf(kind, answers)
  const leave = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onTopUp()
  }
  return (
    <div className={classes.cost}>
      <div role="status" aria-atomic="true">
        <Group justify="space-between" align="baseline" gap={0} wrap="nowrap">
          <Text span size="sm" lh="inherit" fw={600}>
            {t('cost')}
          </Text>
          <Text span size="lg" fw={600}>
            <Money aed={toAed(cost)} />
          </Text>
        </Group>
        <Muted>{kind === 'renewal' ? t('costRenewal') : inside}</Muted>
        <WalletOutlook
          company_id={answers.company_id}
          cost={cost}
          topUp={
            <Link to="/billing" onClick={leave}>
              {topUp}
            </Link>
          }
        />
      </div>
      {answers.company_id !== '' && <ReadinessLines company_id={answers.company_id} kind={kind} />}
      <PriceRule of={kind} />
    </div>
  )
}
