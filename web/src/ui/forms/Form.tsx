import { Stack } from '@mantine/core'
import type { ComponentProps } from 'react'

/** A form that judges its fields itself, its parts below each other. */
export const Form = ({ children, ...rest }: ComponentProps<'form'>) => (
  <form noValidate {...rest}>
    <Stack gap="md">{children}</Stack>
  </form>
)
