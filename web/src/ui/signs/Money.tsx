import { formatAed } from 'contract'

/** `AED 7,500.00` in tabular figures (U11). */
export const Money = ({ aed }: { aed: number }) => <bdi>{formatAed(aed)}</bdi>
