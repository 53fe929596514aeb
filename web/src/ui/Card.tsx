import { Paper } from '@mantine/core'

/** A surface with a thin border. */
export const Card = Paper.withProps({ withBorder: true, p: 'md' })
