import { IconWifiOff } from '@tabler/icons-react'
import { getSettings } from 'contract'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { check, useConnection, watchConnection } from '../api/connection.ts'
import { send } from '../api/send.ts'
import classes from './ConnectionBanner.module.css'

/** Shows above every screen that the portal is unreachable (U10); the screen is loaded again when it answers. */
export function ConnectionBanner() {
  const t = useTranslations('ui.connection')
  const connection = useConnection()
  const away = connection !== 'online'
  useEffect(() => watchConnection(async (signal) => void (await send(getSettings, {}, { background: true, signal }))), [])
  useEffect(() => {
    document.documentElement.toggleAttribute('data-away', away)
  }, [away])
  return (
    <div aria-live="polite" className={classes.place} data-screen-only>
      {away && (
        <div className={classes.banner}>
          <IconWifiOff size={18} stroke={1.75} aria-hidden />
          <span>{t(connection)}</span>
          <button type="button" className={classes.retry} onClick={() => void check()}>
            {t('retry')}
          </button>
        </div>
      )}
    </div>
  )
}
