import { Box, Group, Text } from '@mantine/core'
import { IconReplace, IconTrash } from '@tabler/icons-react'
import { type DocumentInfo, getPaper, type PaperRecord, paperFileName, type Tagged, updatePaper } from 'contract'
import { useTranslations } from 'use-intl'
import { queryClient } from '../../api/queryClient.ts'
import { useAction } from '../../api/useAction.ts'
import { loadKey } from '../../api/useLoad.ts'
import { confirm } from '../../feedback/confirm.ts'
import { DocumentButton, DocumentButtons } from '../../ui/files/DocumentButtons.tsx'
import { DocumentPreview } from '../../ui/files/DocumentPreview.tsx'
import { FileField } from '../../ui/files/FileField.tsx'
import { FileThumbnail } from '../../ui/files/FileThumbnail.tsx'
import { LostNote } from '../../ui/files/LostNote.tsx'
import { useFileSize } from '../../ui/files/useFileSize.ts'
import { useReplacement } from '../../ui/files/useReplacement.ts'
import { Muted } from '../../ui/Muted.tsx'
import { useUrlState } from '../../ui/useUrlState.ts'
import { usePaperName } from './usePaperName.ts'

interface PaperFileProps {
  paper: Tagged<PaperRecord>
  /** Whether the viewer may add, replace and delete it. */
  changeable: boolean
}

/** The file of a paper, or that of the stage of its case. */
export function PaperFile({ paper, changeable }: PaperFileProps) {
  const title = usePaperName()(paper)
  const { file, isShown, view } = usePaperFile(paper)
  if (!file && !changeable) return null
  const documents = file && !file.lost ? [{ ...file, title, file_name: paperFileName(paper, file.type) }] : []
  return (
    <>
      {changeable ? <Changeable paper={paper} /> : file && <Readable paper={paper} file={file} />}
      <DocumentPreview documents={documents} index={isShown ? 0 : undefined} onIndexChange={() => view(true)} onClose={() => view(false)} />
    </>
  )
}

/** The file, and whether the address says that it is shown. */
export function usePaperFile(paper: PaperRecord | undefined) {
  const [shown, show] = useUrlState('file')
  const file = paper?.document_details ?? undefined
  return {
    file,
    isShown: file !== undefined && !file.lost && shown === file.id,
    view: (open: boolean) => show(open ? (file?.id ?? '') : ''),
  }
}

/** What is done next with the paper needs its new mark. */
const keep = (stored: Tagged<PaperRecord>) => void queryClient.setQueryData(loadKey(getPaper, { params: { id: stored.id } }), stored)

/** It is stored as soon as it is uploaded; only the paper's own can be deleted. */
function Changeable({ paper }: { paper: Tagged<PaperRecord> }) {
  const t = useTranslations('papers.file')
  const name = usePaperName()(paper)
  const { file } = usePaperFile(paper)
  const fromStage = useFromStage(paper)
  const { uploaded, put: show } = useReplacement(file)
  const put = useAction(updatePaper, { toasts: 'setPaperFile', onDone: keep })
  const removal = useAction(updatePaper, { toasts: 'deletePaperFile', onDone: keep })
  const store = ({ run }: typeof put, document: string) => run({ params: { id: paper.id }, body: { document } }, { ifMatch: paper.etag })
  const add = (document: DocumentInfo) => show(document, (url) => store(put, url))
  const remove = async (info: DocumentInfo) => {
    const body = t('deletion', { file: info.name })
    if (await confirm({ title: t('delete', { name }), body, action: t('deleteIt') })) await store(removal, '')
  }
  return (
    <FileField
      label={t('label')}
      value={uploaded ?? file}
      toasts="stores"
      remark={fromStage}
      onChange={(document) => document && void add(document)}
      actions={(replace) =>
        file &&
        !uploaded && (
          <>
            <Reading paper={paper} file={file} />
            <DocumentButton label={t('replace', { name })} Icon={IconReplace} onClick={replace} />
            {paper.document_stage === null && (
              <DocumentButton label={t('delete', { name })} Icon={IconTrash} onClick={() => void remove(file)} />
            )}
          </>
        )
      }
    />
  )
}

function Readable({ paper, file }: { paper: PaperRecord; file: DocumentInfo }) {
  const t = useTranslations('papers.file')
  const size = useFileSize()
  const fromStage = useFromStage(paper)
  return (
    <div>
      <Text size="sm" fw={500} mb="2xs">
        {t('label')}
      </Text>
      <Group gap="sm" wrap="nowrap">
        <FileThumbnail file={file} />
        <Box flex={1} miw={0} lh="row">
          <Text component="bdi" display="block" size="sm" truncate title={file.name}>
            {file.name}
          </Text>
          {file.lost ? (
            <LostNote />
          ) : (
            <Muted component="span" display="block">
              {size(file.size)}
            </Muted>
          )}
        </Box>
        <Reading paper={paper} file={file} />
      </Group>
      {fromStage && (
        <Muted lh="row" mt="2xs">
          {fromStage}
        </Muted>
      )}
    </div>
  )
}

function Reading({ paper, file }: { paper: PaperRecord; file: DocumentInfo }) {
  const title = usePaperName()(paper)
  const { view } = usePaperFile(paper)
  return <DocumentButtons document={{ ...file, title, file_name: paperFileName(paper, file.type) }} onView={() => view(true)} />
}

/** Where it comes from, if not from the paper itself. */
function useFromStage({ document_stage }: PaperRecord): string | undefined {
  const t = useTranslations('papers.file')
  const stages = useTranslations('enums.stage')
  return document_stage ? t('fromStage', { stage: stages(document_stage) }) : undefined
}
