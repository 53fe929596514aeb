import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './FieldHint.module.css'

/** A warning below a field: a word and a sign, not colour alone. */
export const FieldHint = ({ children }: { children: ReactNode }) => (
  <span className={classes.warning}>
    <IconAlertTriangle size={15} stroke={1.75} aria-hidden />
    {children}
  </span>
)
