import { Text } from '@mantine/core'

/** Small grey text, a paragraph unless `component` says otherwise. */
export const Muted = Text.withProps({ size: 'note', c: 'dimmed', lh: 'inherit' })
