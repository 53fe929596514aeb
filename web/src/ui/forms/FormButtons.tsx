import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './FormButtons.module.css'

/**
 * The buttons at the foot of a form. A press does not blur the field before them: its check would show a sentence there, and the
 * button would move away under the pointer before the click.
 */
export function FormButtons({ children }: { children: ReactNode }) {
  return (
    <Group
      justify="flex-end"
      wrap="nowrap"
      gap="sm"
      mt="xs"
      className={classes.buttons ?? ''}
      onMouseDown={(event) => event.preventDefault()}
    >
      {children}
    </Group>
  )
}
