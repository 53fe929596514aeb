import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Place } from '../ui/place.ts'
import classes from './Crumbs.module.css'

/** The way to a detail. */
export function Crumbs({ place, section }: { place: Place; section: string }) {
  const t = useTranslations('shell')
  return (
    <nav className={classes.path} aria-label={t('path')}>
      <ol>
        <li>
          <Link to={place.to} search={place.search ?? {}}>
            {section}
          </Link>
        </li>
        <li className={classes.here} aria-current="page" title={place.title}>
          <bdi>{place.title}</bdi>
        </li>
      </ol>
    </nav>
  )
}
