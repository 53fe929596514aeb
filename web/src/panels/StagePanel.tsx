import { Flex, Text } from '@mantine/core'
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import { STAGE_NAMES, type Stage, type StageName, type StageStatus } from 'contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Card } from '../ui/Card.tsx'
import { Muted } from '../ui/Muted.tsx'
import { SectionTitle } from '../ui/SectionTitle.tsx'
import { DubaiDate } from '../ui/signs/DubaiDate.tsx'
import { STAGE_BADGES } from '../ui/signs/StageBadge.tsx'
import classes from './StagePanel.module.css'

export type StageOnPanel = Pick<Stage, 'stage_name' | 'status' | 'notes' | 'updated_at' | 'updated_by_name'>

interface StagePanelProps<S extends StageOnPanel> {
  /** The saved stages, in any order; the panel shows all seven in the fixed order. */
  stages: readonly S[]
  /** Absent: none is any more. */
  current: StageName | undefined
  /** The stages that count; the others are not needed. By default all. */
  counted?: readonly StageName[]
  /** Controls in the head. */
  menu?: ReactNode
  /** Content of the foot, such as the button that adds a stage. */
  foot?: ReactNode
  /** Says what to do about a refused stage. */
  refused?: ReactNode
  /** Says what to expect of a stage that is neither approved nor refused. */
  outlook?: ((name: StageName) => ReactNode) | undefined
  /** Content below a saved stage: its document, the admin's controls. */
  children?: (saved: S) => ReactNode
}

/** The seven stages: which are done, under way or refused, since when and by whom (§4, U44). */
export function StagePanel<S extends StageOnPanel>(props: StagePanelProps<S>) {
  const { stages, current, counted = STAGE_NAMES, menu, foot, refused, outlook, children } = props
  const t = useTranslations('ui.stages')
  const saved = new Map(stages.map((stage) => [stage.stage_name, stage]))
  const done = stages.filter((stage) => stage.status === 'Approved').length
  return (
    <Card component="section" p={0} className={classes.panel ?? ''} aria-label={t('title')}>
      <header className={classes.head}>
        <SectionTitle>{t('title')}</SectionTitle>
        <Flex align="center" justify="flex-end" gap="xs" flex="1 0 auto">
          <Muted component="span">{t('progress', { done, total: counted.length })}</Muted>
          {menu}
        </Flex>
        <span className={classes.track} aria-hidden>
          {counted.map((name) => (
            <span key={name} data-state={stateOf(saved.get(name)?.status)} />
          ))}
        </span>
      </header>
      <ol className={classes.stages}>
        {STAGE_NAMES.map((name) => (
          <StageStep
            key={name}
            name={name}
            saved={saved.get(name)}
            needed={counted.includes(name)}
            current={name === current}
            refused={refused}
            outlook={outlook}
          >
            {children}
          </StageStep>
        ))}
      </ol>
      {foot && <footer className={classes.foot}>{foot}</footer>}
    </Card>
  )
}

interface StageStepProps<S extends StageOnPanel> {
  name: StageName
  saved: S | undefined
  needed: boolean
  current: boolean
  refused: ReactNode
  outlook: StagePanelProps<S>['outlook']
  children?: ((saved: S) => ReactNode) | undefined
}

function StageStep<S extends StageOnPanel>({ name, saved, needed, current, refused, outlook, children }: StageStepProps<S>) {
  const t = useTranslations('ui.stages')
  const words = useTranslations('enums')
  const { hue, Icon } = STAGE_BADGES[name]
  return (
    <li
      className={classes.stage}
      data-state={needed ? stateOf(saved?.status) : 'left-out'}
      data-current={current || undefined}
      aria-current={current ? 'step' : undefined}
    >
      <span className={classes.marker} aria-hidden>
        {saved?.status === 'Approved' && <IconCheck size={14} stroke={3} />}
        {saved?.status === 'Rejected' && <IconX size={14} stroke={3} />}
        {!needed && <IconMinus size={14} stroke={2} />}
      </span>
      <div className={classes.body}>
        <Flex wrap="wrap" align="center" justify="space-between" columnGap="sm" mih="1.625rem">
          <span className={classes.name} data-hue={hue}>
            <Icon size={17} stroke={1.75} aria-hidden />
            {words(`stage.${name}`)}
          </span>
          <Muted component="span" {...(saved && { c: 'var(--state)', fw: 500 })}>
            {saved ? words(`status.${saved.status}`) : t(needed ? 'notStarted' : 'notNeeded')}
          </Muted>
        </Flex>
        {saved && (
          <Muted lh="row">
            {t('since')} <DubaiDate value={saved.updated_at} />
            {saved.updated_by_name && <> {t('by', { name: saved.updated_by_name })}</>}
          </Muted>
        )}
        {needed && isAhead(saved?.status) && outlook?.(name)}
        {saved?.notes && (
          <Text size="sm" lh="prose" mt="2xs" className={classes.notes ?? ''}>
            <bdi>{saved.notes}</bdi>
          </Text>
        )}
        {saved?.status === 'Rejected' && refused && (
          <Text size="note" lh="inherit" c="var(--red-text)" mt="2xs">
            {refused}
          </Text>
        )}
        {saved && children?.(saved)}
      </div>
    </li>
  )
}

const isAhead = (status: StageStatus | undefined): boolean => status !== 'Approved' && status !== 'Rejected'

const stateOf = (status: StageStatus | undefined): string => {
  if (status === undefined) return 'open'
  if (status === 'Approved') return 'done'
  return status === 'Rejected' ? 'refused' : 'running'
}
