import { useLocation } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { partOf, usePart } from '../feedback/usePart.ts'
import { Muted } from '../ui/Muted.tsx'
import { usePlace } from '../ui/place.ts'
import { screenOf } from './screens.ts'

const importCrumbs = partOf(() => import('./Crumbs.tsx').then(({ Crumbs }) => Crumbs))

/** Where the reader is: the screen, and on a detail the way to it. */
export function Path() {
  const t = useTranslations('shell')
  const at = useLocation({ select: ({ pathname }) => pathname })
  const place = usePlace()
  const Crumbs = usePart(importCrumbs, place !== undefined)
  const section = screenOf(place?.to ?? at)
  if (!section) return null
  if (place && Crumbs) return <Crumbs place={place} section={t(section)} />
  // The heading of the screen says the same.
  return (
    <Muted component="span" flex="1 0 auto" aria-hidden>
      {t(section)}
    </Muted>
  )
}
