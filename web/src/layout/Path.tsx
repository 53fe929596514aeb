import { Link, useLocation } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Muted } from '../ui/Muted.tsx'
import { usePlace } from '../ui/place.ts'
import classes from './Path.module.css'
import { screenOf } from './screens.ts'

/** Where the reader is: the screen, and on a detail the way to it. */
export function Path() {
  const t = useTranslations('shell')
  const at = useLocation({ select: ({ pathname }) => pathname })
  const place = usePlace()
  const section = screenOf(place?.to ?? at)
  if (!section) return null
  // The heading of the screen says the same.
  if (!place)
    return (
      <Muted component="span" flex="1 0 auto" aria-hidden>
        {t(section)}
      </Muted>
    )
  return (
    <nav className={classes.path} aria-label={t('path')}>
      <ol>
        <li>
          <Link to={place.to} search={place.search ?? {}}>
            {t(section)}
          </Link>
        </li>
        <li className={classes.here} aria-current="page" title={place.title}>
          <bdi>{place.title}</bdi>
        </li>
      </ol>
    </nav>
  )
}
