import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

export function BackLink({ to, label }: { to: '/' | '/admin-login' | '/customer-login'; label: string }) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-md"
      mb="sm"
      ms="-xs"
      leftSection={<IconArrowLeft size={17} data-flip />}
      renderRoot={(props) => <Link {...props} to={to} />}
    >
      {label}
    </Button>
  )
}
