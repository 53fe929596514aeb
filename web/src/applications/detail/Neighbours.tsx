import { ActionIcon, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Muted } from '../../ui/Muted.tsx'
import { placeInWalk } from '../walk.ts'

/** To the previous and the next row of the list from which this one was opened. */
export function Neighbours({ id }: { id: string }) {
  const t = useTranslations('applicationDetail.neighbours')
  const place = placeInWalk(id)
  if (!place || place.of < 2) return null
  return (
    <Group component="nav" gap={2} wrap="nowrap" aria-label={t('title')} data-screen-only>
      <Neighbour id={place.previous} label={t('previous')}>
        <IconChevronLeft size={18} stroke={1.75} data-flip />
      </Neighbour>
      <Muted component="span">{t('place', { place: place.place, of: place.of })}</Muted>
      <Neighbour id={place.next} label={t('next')}>
        <IconChevronRight size={18} stroke={1.75} data-flip />
      </Neighbour>
    </Group>
  )
}

function Neighbour({ id, label, children }: { id: string | undefined; label: string; children: ReactNode }) {
  const look = { variant: 'subtle', color: 'gray', size: 30, 'aria-label': label, title: label } as const
  if (!id)
    return (
      <ActionIcon {...look} disabled>
        {children}
      </ActionIcon>
    )
  return (
    <ActionIcon {...look} renderRoot={(props) => <Link {...props} to="/applications/$id" params={{ id }} />}>
      {children}
    </ActionIcon>
  )
}
