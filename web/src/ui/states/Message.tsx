import { Stack, Text, Title } from '@mantine/core'
import type { Icon as TablerIcon } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'

interface MessageProps {
  Icon: TablerIcon
  title: string
  heading?: Ref<HTMLHeadingElement>
  text: ReactNode
  /** Whether a screen reader announces it. */
  role?: 'alert'
  children: ReactNode
}

/** Replaces a screen: an icon, a sentence and a link or button. */
export const Message = ({ Icon, title, heading, text, role, children }: MessageProps) => (
  <Stack align="center" justify="center" gap="xs" mih="60dvh" py="xl" px="md" ta="center" role={role}>
    <Icon size={32} stroke={1.25} color="var(--muted)" aria-hidden />
    <Title ref={heading} tabIndex={-1} textWrap="wrap" mt="xs">
      {title}
    </Title>
    <Text maw="28rem" mb="md" c="dimmed" textWrap="balance">
      {text}
    </Text>
    {children}
  </Stack>
)
