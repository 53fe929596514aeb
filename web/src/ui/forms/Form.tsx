import { Stack } from '@mantine/core'
import type { ComponentProps } from 'react'
import classes from './Form.module.css'

/** A form that judges its fields itself, its parts below each other. */
export const Form = ({ children, ...rest }: ComponentProps<'form'>) => (
  <form noValidate {...rest}>
    <Stack gap="md" className={classes.form ?? ''}>
      {children}
    </Stack>
  </form>
)
