import { ActionIcon, Box, Flex, Group, Skeleton, Text } from '@mantine/core'
import { IconCircleCheck, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { getApplication, referenceOf, type VisaApplicationRecord } from 'contract'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../../api/useLoad.ts'
import { Card } from '../../ui/Card.tsx'
import { useFileSize } from '../../ui/files/useFileSize.ts'
import { Muted } from '../../ui/Muted.tsx'
import rows from '../../ui/Rows.module.css'
import { DubaiMoment } from '../../ui/signs/DubaiDate.tsx'
import { detailInput, isUnknown } from '../detail/detailCalls.ts'
import { type UploadedDocument, useDetailDocuments } from '../detail/useDetailDocuments.ts'

interface ReceiptProps {
  id: string
  onClose: () => void
}

/** What the portal has received of an application that was submitted just now: each file, with its size and its time (U68). */
export function Receipt({ id, onClose }: ReceiptProps) {
  const t = useTranslations('applications.receipt')
  const title = useId()
  const { data, error } = useLoad(getApplication, detailInput(id), { answers: isUnknown })
  if (error) return null
  return (
    <Card component="section" mb="md" aria-labelledby={title} aria-busy={!data}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Box component={IconCircleCheck} size={20} stroke={1.75} c="var(--green-text)" flex="none" aria-hidden />
        <Box flex="1" miw={0}>
          <Text id={title} component="h2" size="sm" fw={600} lh="row">
            {t('title')}
          </Text>
          {data ? <Received application={data} /> : <Skeleton height={14} width="60%" mt="2xs" />}
        </Box>
        <ActionIcon variant="subtle" color="gray" aria-label={t('close')} title={t('close')} onClick={onClose}>
          <IconX size={18} stroke={1.6} />
        </ActionIcon>
      </Group>
    </Card>
  )
}

function Received({ application }: { application: VisaApplicationRecord }) {
  const t = useTranslations('applications.receipt')
  const { uploaded } = useDetailDocuments(application, [])
  const { id, employee_name, submitted_at } = application
  return (
    <>
      <Muted lh="row">
        <bdi>{employee_name}</bdi> · <span style={{ whiteSpace: 'nowrap' }}>{t('reference', { reference: referenceOf(id) })}</span> ·{' '}
        <DubaiMoment value={submitted_at} />
      </Muted>
      {uploaded.length === 0 ? (
        <Muted lh="row">{t('noFiles')}</Muted>
      ) : (
        <Box component="ul" mt="2xs" className={rows.lines ?? ''} aria-label={t('files')}>
          {uploaded.map((document) => (
            <File key={document.slot} document={document} />
          ))}
        </Box>
      )}
      <Text size="note" mt="xs" lh="row">
        <Link to="/applications/$id" params={{ id }}>
          {t('open')}
        </Link>{' '}
        {t('keep')}
      </Text>
    </>
  )
}

function File({ document: { title, original, size, created_at } }: { document: UploadedDocument }) {
  const inWords = useFileSize()
  return (
    <Flex component="li" py="2xs" columnGap="md" wrap="wrap" justify="space-between">
      <Text size="note" fw={500} flex="1 1 10rem">
        {title}
      </Text>
      <Muted component="span" miw={0}>
        <bdi>{original}</bdi> · {inWords(size)} · <DubaiMoment value={created_at} />
      </Muted>
    </Flex>
  )
}
