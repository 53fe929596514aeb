/** The room of the numbers beside a picture. */
export const SIDE = 44

export const AXIS = { tickLength: 4, stroke: 'var(--line-strong)', tickStroke: 'var(--line-strong)' }
export const AXIS_WORDS = { fill: 'var(--muted)', fontSize: 12, fontFamily: 'inherit' } as const
