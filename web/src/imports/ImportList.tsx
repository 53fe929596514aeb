import { Button, Group, Skeleton, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { type Import, listImports, undoImport } from 'contract'
import { useTranslations } from 'use-intl'
import { useAction } from '../api/useAction.ts'
import { useLoad } from '../api/useLoad.ts'
import { confirm } from '../feedback/confirm.ts'
import { useUser } from '../session/session.ts'
import { Muted } from '../ui/Muted.tsx'
import rows from '../ui/Rows.module.css'
import { SectionTitle } from '../ui/SectionTitle.tsx'
import { DubaiDate, DubaiMoment } from '../ui/signs/DubaiDate.tsx'
import { LoadError } from '../ui/states/LoadError.tsx'

/** The newest imports, each of which can be undone for seven days. */
export function ImportList({ company_id }: { company_id: string }) {
  const t = useTranslations('imports.list')
  const ui = useTranslations('ui')
  const { data, error, refetch } = useLoad(listImports, { query: company_id ? { company_id } : {} })
  return (
    <section aria-labelledby="imports">
      <SectionTitle id="imports" mt="xl" mb="xs">
        {t('title')}
      </SectionTitle>
      {data && data.length > 0 && (
        <ul className={rows.rows} aria-labelledby="imports">
          {data.map((run) => (
            <Row key={run.id} run={run} />
          ))}
        </ul>
      )}
      {data?.length === 0 && <Muted>{t('none')}</Muted>}
      {!data && error && <LoadError text={t('failed')} refusal={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <div role="status" aria-label={ui('loading')}>
          <Skeleton height={64} />
        </div>
      )}
    </section>
  )
}

function Row({ run }: { run: Import }) {
  const t = useTranslations('imports.list')
  const isAdmin = useUser().role === 'admin'
  const { file_name, created_count: created, changed_count: changed, company_paper_count: papers } = run
  const said = [(created + changed > 0 || papers === 0) && t('counts', { created, changed }), papers > 0 && t('papers', { papers })]
  return (
    <li className={rows.card}>
      <Group justify="space-between" gap="sm">
        <div>
          <Text component="bdi" size="sm" fw={600}>
            {file_name}
          </Text>
          <Text size="sm">{said.filter(Boolean).join(' · ')}</Text>
          <Muted>
            <DubaiMoment value={run.imported_at} /> · <bdi>{run.imported_by_name ?? t('nobody')}</bdi>
            {isAdmin && (
              <>
                {' · '}
                <bdi>{run.company_name}</bdi>
              </>
            )}
          </Muted>
        </div>
        <State run={run} />
      </Group>
    </li>
  )
}

function State({ run }: { run: Import }) {
  const t = useTranslations('imports.list')
  const { run: undo, busy } = useAction(undoImport)
  if (run.undone_at) return <Muted>{t.rich('undone', { day: () => <DubaiDate value={run.undone_at ?? ''} /> })}</Muted>
  if (Date.parse(run.undo_until) <= Date.now()) return null
  const ask = async () => {
    const body = [
      run.created_count > 0 && t('undoCreated', { created: run.created_count }),
      run.changed_count > 0 && t('undoChanged', { changed: run.changed_count }),
      run.company_paper_count > 0 && t('undoCompany', { papers: run.company_paper_count }),
    ]
      .filter(Boolean)
      .join(' ')
    if (await confirm({ title: t('undoTitle', { file: run.file_name }), body, action: t('undo') })) await undo({ params: run })
  }
  return (
    <Group gap="sm">
      <Muted>{t.rich('until', { day: () => <DubaiDate value={run.undo_until} /> })}</Muted>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconArrowBackUp size={16} data-flip aria-hidden />}
        aria-label={t('undoNamed', { file: run.file_name })}
        loading={busy}
        onClick={() => void ask()}
      >
        {t('undo')}
      </Button>
    </Group>
  )
}
