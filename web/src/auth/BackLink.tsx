import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './auth.module.css'

export function BackLink({ to, label }: { to: '/' | '/admin-login' | '/customer-login'; label: string }) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-md"
      className={classes.back ?? ''}
      leftSection={<IconArrowLeft size={17} className={classes.arrow} />}
      renderRoot={(props) => <Link {...props} to={to} />}
    >
      {label}
    </Button>
  )
}
