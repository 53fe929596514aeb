/** The pictures are drawn from left to right: their words keep the direction of the language. */
export const apart = (words: string): string => `\u2068${words}\u2069`

/** The room of the numbers beside a picture. */
export const SIDE = 44

export const AXIS = { tickLength: 4, stroke: 'var(--line-strong)', tickStroke: 'var(--line-strong)' }
export const AXIS_WORDS = { fill: 'var(--muted)', fontSize: 12, fontFamily: 'inherit' } as const
