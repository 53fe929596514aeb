import { Drawer, Skeleton, Text } from '@mantine/core'
import { getPaper, type Paper, type PaperRecord, type Tagged } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { useMayLeave } from '../../feedback/unsaved.ts'
import { LoadError } from '../../ui/states/LoadError.tsx'
import { useUrlState } from '../../ui/useUrlState.ts'
import { useWidth } from '../../ui/useWidth.ts'
import { CorrectionForm } from './CorrectionForm.tsx'
import { usePaperFile } from './PaperFile.tsx'
import { PaperView } from './PaperView.tsx'
import { RenewalForm } from './RenewalForm.tsx'
import { usePaperName } from './usePaperName.ts'
import { WithdrawalForm } from './WithdrawalForm.tsx'

interface PaperDrawerProps {
  /** Empty for none. */
  id: string
  /** What it begins with: reading, unless it is opened for something. */
  first?: Mode
  /** Shows another paper, or none. */
  onShow: (id: string) => void
}

/** One paper with those before it, and what can be done with it. Closing it asks about unsaved input (U19). */
export function PaperDrawer({ id, first = 'read', onShow }: PaperDrawerProps) {
  const t = useTranslations('papers.drawer')
  const ui = useTranslations('ui')
  const phone = useWidth('phone')
  const mayLeave = useMayLeave()
  const titleOf = useTitle()
  const [asked, setAsked] = useUrlState('do')
  const mode = MODES.find((each) => each === asked) ?? first
  const setMode = (next: Mode) => setAsked(next === first ? '' : next)
  const { data, error, refetch } = useLoad(getPaper, { params: { id } }, { enabled: id !== '', answers: () => true })
  const { isShown } = usePaperFile(data)
  const show = (next: string) => {
    void mayLeave().then((may) => {
      if (!may) return
      setMode(next === '' ? first : 'read')
      onShow(next)
    })
  }
  // What somebody else has taken off the record meanwhile can only be read.
  const shown = data?.state === 'held' || mode === 'correct' ? mode : 'read'
  return (
    <Drawer
      opened={id !== ''}
      onClose={() => show('')}
      // Escape closes the file first, which is above it.
      closeOnEscape={!isShown}
      position="right"
      size={phone ? '100%' : '30rem'}
      title={
        <Text span inherit fw={600}>
          {data && id !== '' ? titleOf(data, shown) : error && t('unknown')}
        </Text>
      }
      transitionProps={{ duration: 140, exitDuration: 0 }}
    >
      {data ? (
        <Content key={`${data.id} ${shown}`} paper={data} mode={shown} onMode={setMode} onShow={show} onRenewed={onShow} />
      ) : error && error.status !== 404 ? (
        <LoadError text={t('failed')} refusal={error} onRetry={() => void refetch()} />
      ) : (
        !error && <Skeleton height={240} role="status" aria-label={ui('loading')} />
      )}
    </Drawer>
  )
}

const MODES = ['read', 'renew', 'correct', 'withdraw'] as const
export type Mode = (typeof MODES)[number]

function useTitle() {
  const t = useTranslations('papers')
  const nameOf = usePaperName()
  return (paper: Paper, mode: Mode): string => {
    const name = t('nameOf', { kind: nameOf(paper), owner: paper.employee_name ?? paper.company_name })
    return mode === 'read' ? name : t(`form.${mode}`, { name })
  }
}

interface ContentProps {
  paper: Tagged<PaperRecord>
  mode: Mode
  onMode: (mode: Mode) => void
  onShow: (id: string) => void
  onRenewed: (id: string) => void
}

function Content({ paper, mode, onMode, onShow, onRenewed }: ContentProps) {
  const mayLeave = useMayLeave()
  const read = () => onMode('read')
  const cancel = () => {
    void mayLeave().then((may) => may && read())
  }
  if (mode === 'correct') return <CorrectionForm paper={paper} onDone={read} onCancel={cancel} />
  if (mode === 'withdraw') return <WithdrawalForm paper={paper} onDone={read} onCancel={cancel} />
  if (mode === 'renew')
    return (
      <RenewalForm
        paper={paper}
        onDone={(next) => {
          read()
          onRenewed(next.id)
        }}
        onCancel={cancel}
      />
    )
  return <PaperView paper={paper} onMode={onMode} onShow={onShow} />
}
