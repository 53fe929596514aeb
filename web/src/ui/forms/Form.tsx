import { Stack } from '@mantine/core'
import { type ComponentProps, useEffect, useRef } from 'react'

/** A form in one column that checks its fields itself, not by the browser. What is marked `data-autofocus` in it has the focus, whenever it appears. */
export function Form({ children, ...rest }: ComponentProps<'form'>) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // After the dialog has kept where the focus returns to.
    const timer = setTimeout(() => form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true }))
    return () => clearTimeout(timer)
  }, [])
  return (
    <form noValidate {...rest} ref={form}>
      <Stack gap="md">{children}</Stack>
    </form>
  )
}
