import { Button, Flex, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconBan, IconPencil, IconQuestionMark } from '@tabler/icons-react'
import { type Finding, getEstablishment, getReadiness } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { Card } from '../../ui/Card.tsx'
import { Muted } from '../../ui/Muted.tsx'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { type Hue, Tag } from '../../ui/signs/Tag.tsx'
import { LoadError } from '../../ui/states/LoadError.tsx'
import { RuleSource } from '../RuleSource.tsx'
import classes from './EstablishmentCard.module.css'
import { EstablishmentDialog } from './EstablishmentDialog.tsx'
import { EstablishmentFacts } from './EstablishmentFacts.tsx'
import { Fix } from './Fix.tsx'
import { useFindingWords } from './useFindingWords.ts'

/** How the authorities know a company, and whether they take something from it today. */
export function EstablishmentCard({ company_id }: { company_id: string }) {
  const t = useTranslations('readiness')
  const [editing, setEditing] = useState(false)
  const input = { params: { id: company_id } }
  const readiness = useLoad(getReadiness, input, { answers: () => true })
  const { data, error, refetch } = useLoad(getEstablishment, input, { answers: () => true })
  const retry = () => void Promise.all([refetch(), readiness.refetch()])
  if (!data || !readiness.data)
    return error || readiness.error ? (
      <LoadError text={t('failed')} refusal={error ?? readiness.error} onRetry={retry} />
    ) : (
      <EstablishmentSkeleton />
    )
  return (
    <Card component="section" p={{ base: 'md', sm: 'lg' }} aria-labelledby="readiness">
      <Flex wrap="wrap" justify="space-between" align="flex-start" gap="xs" mb="sm">
        <SectionTitle id="readiness">{t('title')}</SectionTitle>
        <Button size="compact-sm" variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
          {t('edit')}
        </Button>
      </Flex>
      <Findings findings={readiness.data.findings} onChange={() => setEditing(true)} />
      <EstablishmentFacts establishment={data} quotaUsed={readiness.data.quota_used} />
      <Muted mt="md">{t('foot')}</Muted>
      {editing && <EstablishmentDialog establishment={data} onClose={() => setEditing(false)} />}
    </Card>
  )
}

/** What the authorities ask for, line by line. */
export const EstablishmentSkeleton = () => (
  <Card p={{ base: 'md', sm: 'lg' }} aria-hidden>
    <Flex justify="space-between" gap="xs" mb="sm">
      <Skeleton height={14} width="12rem" my={5} />
      <Skeleton height={26} width={88} />
    </Flex>
    <ul className={classes.findings}>
      {['52%', '60%', '48%', '56%', '40%', '44%'].map((width) => (
        <li key={width}>
          <Skeleton height={24} width="6rem" />
          <Skeleton height={10} width={width} my={7} />
        </li>
      ))}
    </ul>
    <Skeleton height={10} width="50%" mt={21} mb={5} />
  </Card>
)

const SIGNS: Record<Finding['level'], { hue: Hue; Icon: typeof IconBan }> = {
  stops: { hue: 'red', Icon: IconBan },
  slows: { hue: 'amber', Icon: IconAlertTriangle },
  unknown: { hue: 'gray', Icon: IconQuestionMark },
}

function Findings({ findings, onChange }: { findings: readonly Finding[]; onChange: () => void }) {
  const t = useTranslations('readiness')
  const wordsOf = useFindingWords()
  if (findings.length === 0) return <Muted mb="md">{t('ready')}</Muted>
  return (
    <ul className={classes.findings}>
      {findings.map((finding) => {
        const { hue, Icon } = SIGNS[finding.level]
        return (
          <li key={finding.key}>
            <Tag hue={hue} icon={<Icon size={14} />}>
              {t(`levels.${finding.level}`)}
            </Tag>
            <span>
              {finding.level === 'unknown' && <bdi>{t(`names.${finding.key}`)}: </bdi>}
              {wordsOf(finding)} <Fix finding={finding} onChange={onChange} />
              {finding.rule_id && (
                <Muted component="span" display="block">
                  <RuleSource rules={[finding.rule_id]}>{t('source')}</RuleSource>
                </Muted>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
