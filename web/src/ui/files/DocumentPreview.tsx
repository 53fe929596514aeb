import { ActionIcon, Box, Button, Flex, Group, Modal, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDownload, IconPaperclip } from '@tabler/icons-react'
import type { DocumentInfo } from 'contract'
import { type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './DocumentPreview.module.css'
import { PictureView } from './PictureView.tsx'
import { useDownload } from './useDownload.ts'

export interface PreviewDocument extends Pick<DocumentInfo, 'id' | 'type' | 'url' | 'attachments'> {
  /** Its title: "Passport front page". */
  title: string
  /** The file name for a download: `Sara-Khan_passport_front.pdf` (D5). */
  file_name: string
}

interface DocumentPreviewProps {
  documents: readonly PreviewDocument[]
  /** The open document; undefined closes the preview. */
  index: number | undefined
  onIndexChange: (index: number) => void
  onClose: () => void
}

/** Shows the documents of one record: at most 56rem wide and 90vh high, PDFs in a frame of 600 px (§9, U45). */
export function DocumentPreview({ documents, index, onIndexChange, onClose }: DocumentPreviewProps) {
  const t = useTranslations('preview')
  const download = useDownload()
  const document = index === undefined ? undefined : documents[index]
  const step = (by: number) => {
    const next = (index ?? 0) + by
    if (next >= 0 && next < documents.length) onIndexChange(next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') step(event.key === forward ? 1 : -1)
  }
  return (
    <Modal
      opened={document !== undefined}
      onClose={onClose}
      title={document?.title ?? t('title')}
      size="56rem"
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
      onKeyDown={onKeyDown}
    >
      {document && index !== undefined && (
        <>
          <Group justify="space-between" gap="xs">
            {documents.length > 1 && (
              <Group gap="xs" wrap="nowrap" fz="sm">
                <ActionIcon variant="default" size="lg" aria-label={t('previous')} disabled={index === 0} onClick={() => step(-1)}>
                  <IconChevronLeft size={18} data-flip />
                </ActionIcon>
                <span>{t('position', { index: index + 1, total: documents.length })}</span>
                <ActionIcon
                  variant="default"
                  size="lg"
                  aria-label={t('next')}
                  disabled={index === documents.length - 1}
                  onClick={() => step(1)}
                >
                  <IconChevronRight size={18} data-flip />
                </ActionIcon>
              </Group>
            )}
            <Button
              variant="default"
              leftSection={<IconDownload size={16} />}
              onClick={() => void download(document.id, document.file_name)}
            >
              {t('download')}
            </Button>
          </Group>
          <DocumentView key={document.id} document={document} />
        </>
      )}
    </Modal>
  )
}

/** One document, as wide as its container and as high as the container's `--preview-height`. */
export function DocumentView({ document }: { document: PreviewDocument }) {
  const t = useTranslations('preview')
  const [broken, setBroken] = useState(false)
  if (broken)
    return (
      <Box px="md" py="3rem" ta="center" role="alert">
        <Text>{t('broken')}</Text>
        <Text size="sm" lh="inherit" c="dimmed">
          {t('brokenHint')}
        </Text>
      </Box>
    )
  if (document.type !== 'application/pdf')
    return <PictureView source={document.url} title={document.title} onBroken={() => setBroken(true)} />
  return (
    <>
      {document.attachments && (
        <Flex component="p" align="center" gap="xs" m={0} fz="sm">
          <IconPaperclip size={16} aria-hidden />
          {t('attachments')}
        </Flex>
      )}
      <iframe
        src={document.url}
        title={document.title}
        className={classes.frame}
        onLoad={(event) => {
          // If the server refuses, the frame contains JSON. A document is sandboxed and has no contentDocument (D4).
          if (event.currentTarget.contentDocument?.contentType.includes('json')) setBroken(true)
        }}
      />
    </>
  )
}
