import { IconAlertTriangle } from '@tabler/icons-react'
import { getSettings } from 'contract'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import classes from './MoneyAlarm.module.css'

const FRESH_MS = 60_000
const ASK_AGAIN_MS = 5 * 60_000

/** Over every screen of an admin while a rule of the money does not hold (T44). */
export function MoneyAlarm() {
  const t = useTranslations('moneyAlarm')
  const { data } = useLoad(getSettings, {}, { staleTime: FRESH_MS, refetchInterval: ASK_AGAIN_MS, background: true })
  const broken = data?.broken_invariants ?? []
  if (broken.length === 0) return null
  return (
    <div role="alert" className={classes.alarm}>
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
      <div>
        <strong>{t('title')}</strong>
        <p>{t('text')}</p>
        <ul>
          {broken.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}
