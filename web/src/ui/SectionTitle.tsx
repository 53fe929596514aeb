import { Title } from '@mantine/core'

/** The heading of a section, an `h2` unless `order` says otherwise. */
export const SectionTitle = Title.withProps({ order: 2, size: 'h3', textWrap: 'wrap' })
