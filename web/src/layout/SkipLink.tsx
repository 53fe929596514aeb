import { useTranslations } from 'use-intl'
import classes from './SkipLink.module.css'

export function SkipLink() {
  const t = useTranslations('shell')
  return (
    // biome-ignore lint/a11y/useValidAnchor: a link to the content whose hash must not enter the router's history
    <a
      href="#main"
      className={classes.skip}
      data-screen-only
      onClick={(event) => {
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
    >
      {t('skip')}
    </a>
  )
}
