import { Anchor, Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { listPapers, PAPER_KINDS, type Paper } from 'contract'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { Muted } from '../../ui/Muted.tsx'
import rows from '../../ui/Rows.module.css'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import { LoadError } from '../../ui/states/LoadError.tsx'
import { TableSkeleton } from '../../ui/states/TableSkeleton.tsx'
import { useUrlState } from '../../ui/useUrlState.ts'
import { AddPaperDialog, type PaperOwner, wordsToAdd } from './AddPaperDialog.tsx'
import { PaperDrawer } from './PaperDrawer.tsx'
import { DatedEnd } from './PaperEnd.tsx'
import { usePaperName } from './usePaperName.ts'

const MOST = 100

/** The papers of one person or one company, on the screen of either. */
export function PaperSection({ of, title }: { of: PaperOwner; title: 'person' | 'company' }) {
  const t = useTranslations('papers')
  const heading = useId()
  const [shown, show] = useUrlState('paper')
  const [adding, setAdding] = useUrlState('add')
  const kind = PAPER_KINDS.find((each) => each === adding)
  const owner = 'company_id' in of ? { owner: 'company' as const } : {}
  const { data, error, refetch } = useLoad(listPapers, { query: { ...of, ...owner, limit: MOST } }, { answers: () => true })
  return (
    <section id="papers" aria-labelledby={heading}>
      <Group justify="space-between" align="center" gap="md" mb="xs">
        <SectionTitle id={heading}>{t(`section.${title}`)}</SectionTitle>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          aria-label={t(`form.${wordsToAdd(of)}`)}
          onClick={() => setAdding('paper')}
        >
          {t('section.add')}
        </Button>
      </Group>
      {!data && (error ? <LoadError text={t('failed')} refusal={error} onRetry={() => void refetch()} /> : <TableSkeleton rows={2} />)}
      {data?.items.length === 0 && <Muted>{t('section.none')}</Muted>}
      <ul className={rows.lines} aria-labelledby={heading}>
        {data?.items.map((paper) => (
          <li key={paper.id}>
            <PaperLine paper={paper} onShow={show} />
          </li>
        ))}
      </ul>
      <AddPaperDialog
        opened={adding !== ''}
        owner={of}
        {...(kind && { kind })}
        onClose={() => setAdding('')}
        onShow={(id) => {
          setAdding('')
          show(id)
        }}
      />
      <PaperDrawer id={shown} onShow={show} />
    </section>
  )
}

function PaperLine({ paper, onShow }: { paper: Paper; onShow: (id: string) => void }) {
  const nameOf = usePaperName()
  return (
    <Group justify="space-between" wrap="nowrap" gap="md" py="xs" fz="sm">
      <Anchor
        component="button"
        type="button"
        size="sm"
        fw={500}
        underline="hover"
        ta="start"
        mih="var(--thumb)"
        onClick={() => onShow(paper.id)}
      >
        {nameOf(paper)}
        {paper.number && (
          <Muted component="span" display="block">
            <bdi>{paper.number}</bdi>
          </Muted>
        )}
      </Anchor>
      <DatedEnd paper={paper} stacked />
    </Group>
  )
}
