import { Stack } from '@mantine/core'
import type { ComponentProps } from 'react'

/** A form in one column that checks its fields itself, not by the browser. */
export const Form = ({ children, ...rest }: ComponentProps<'form'>) => (
  <form noValidate {...rest}>
    <Stack gap="md">{children}</Stack>
  </form>
)
