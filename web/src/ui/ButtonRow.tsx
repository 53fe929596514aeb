import { Group, type GroupProps } from '@mantine/core'
import clsx from 'clsx'
import classes from './ButtonRow.module.css'

/** Buttons side by side; on phones they fill the line. */
export const ButtonRow = ({ className, ...rest }: GroupProps) => <Group gap="xs" className={clsx(classes.buttons, className)} {...rest} />
