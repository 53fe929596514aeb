import { useLocale } from 'use-intl'
import { absolute, formatDate, formatRelative } from './dates.ts'

/** `21 Nov 2026`: a calendar date or a moment, in Asia/Dubai in every browser (U12). */
export function DubaiDate({ value }: { value: string }) {
  useLocale()
  return (
    <time dateTime={value} title={absolute(value)}>
      {formatDate(value)}
    </time>
  )
}

/** `21 Nov 2026, 14:02`, in Asia/Dubai in every browser. */
export function DubaiMoment({ value }: { value: string }) {
  useLocale()
  return <time dateTime={value}>{absolute(value)}</time>
}

/** `3 hours ago`, and after a month the date; its title shows the moment. */
export function RelativeTime({ value }: { value: string }) {
  useLocale()
  return (
    <time dateTime={value} title={absolute(value)}>
      {formatRelative(value)}
    </time>
  )
}
