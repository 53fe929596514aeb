import type { StageName } from 'contract'
import { STAGE_BADGES } from '../../ui/signs/StageBadge.tsx'

/** A pattern beside the colour, because colours alone are not told apart by everybody. In squares of 8 px. */
const LINES: Record<StageName, string> = {
  'Offer Letter': 'M0 8L8 0',
  'Labor Fees': 'M0 4H8',
  'Entry Permit': 'M0 0L8 8',
  'Change Status': 'M4 0V8',
  'Medical Test': 'M3 4H5',
  'Emirates ID': 'M0 4H8M4 0V8',
  'Visa Stamping': '',
}

export const fillOf = (stage: StageName): string => `url(#fill-${stage.replace(' ', '-')})`
export const REFUSED_FILL = 'url(#fill-refused)'
export const MONEY_FILLS = {
  moved_in: { fill: 'url(#fill-moved-in)', hue: 'green' },
  moved_out: { fill: 'url(#fill-moved-out)', hue: 'amber' },
} as const

/** What the pictures of a screen are filled with; once for all of them. */
export function Fills() {
  return (
    <svg width={0} height={0} aria-hidden style={{ position: 'absolute' }}>
      <defs>
        {Object.entries(STAGE_BADGES).map(([stage, { hue }]) => (
          <Fill key={stage} id={`fill-${stage.replace(' ', '-')}`} hue={hue} lines={LINES[stage as StageName]} width={1} />
        ))}
        <Fill id="fill-moved-in" hue={MONEY_FILLS.moved_in.hue} lines="" width={0} />
        <Fill id="fill-moved-out" hue={MONEY_FILLS.moved_out.hue} lines="M0 8L8 0" width={1} />
        <Fill id="fill-refused" hue="red" lines="M0 8L8 0M-2 2L2 -2M6 10L10 6" width={2.5} />
      </defs>
    </svg>
  )
}

interface FillProps {
  id: string
  hue: string
  lines: string
  width: number
}

const Fill = ({ id, hue, lines, width }: FillProps) => (
  <pattern id={id} data-hue={hue} width={8} height={8} patternUnits="userSpaceOnUse">
    <rect width={8} height={8} fill="var(--hue-ground)" />
    <path d={lines} stroke="var(--hue)" strokeWidth={width} strokeOpacity={0.6} />
  </pattern>
)

/** A filled rectangle that takes all the room it is given. */
export const Filled = ({ fill }: { fill: string }) => (
  <svg width="100%" height="100%" aria-hidden>
    <rect width="100%" height="100%" fill={fill} />
  </svg>
)
