import { Text, Title } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { Card } from '../ui/Card.tsx'

interface PublicCardProps {
  title: string
  heading?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** The card of a narrow public page. */
export const PublicCard = ({ title, heading, children }: PublicCardProps) => (
  <Card p={{ base: 'ml', sm: 'xl' }}>
    <PublicTitle ref={heading} tabIndex={-1}>
      {title}
    </PublicTitle>
    {children}
  </Card>
)

export const PublicTitle = Title.withProps({ textWrap: 'wrap' })

/** The sentence below the title. */
export const Lead = Text.withProps({ c: 'dimmed', mt: '2xs', mb: 'lg' })
