import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card } from '../../ui/Card.tsx'

interface WalletCardProps {
  /** The id of the title, which names the card. */
  id: string
  title: string
  children: ReactNode
}

/** A card whose title is a small label above its content. */
export const WalletCard = ({ id, title, children }: WalletCardProps) => (
  <Card component="section" p={{ base: 'md', sm: 'lg' }} miw={0} aria-labelledby={id}>
    <Text component="h2" id={id} size="sm" c="dimmed" fw={500} lts={0}>
      {title}
    </Text>
    {children}
  </Card>
)
