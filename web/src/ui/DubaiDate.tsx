import { absolute, formatDate, formatRelative } from './dates.ts'

/** `21 Nov 2026`: a calendar date or a moment, in Asia/Dubai whatever the browser's zone (U12). */
export const DubaiDate = ({ value }: { value: string }) => (
  <time dateTime={value} title={absolute(value)}>
    {formatDate(value)}
  </time>
)

/** `3 hours ago`, with the moment as its title. */
export const RelativeTime = ({ value }: { value: string }) => (
  <time dateTime={value} title={absolute(value)}>
    {formatRelative(value)}
  </time>
)
