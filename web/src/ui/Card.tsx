import { Paper } from '@mantine/core'

/** A surface with a hairline around it that lifts one thing off the page. */
export const Card = Paper.withProps({ withBorder: true, p: 'md' })
