import { Text } from '@mantine/core'

/** What is said beside the main thing: small and grey, a paragraph unless `component` says otherwise. */
export const Muted = Text.withProps({ size: 'note', c: 'dimmed', lh: 'inherit' })
