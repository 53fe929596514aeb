import { Modal, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMayLeave } from '../../feedback/unsaved.ts'
import { useWidth } from '../useWidth.ts'

interface FormDialogProps extends Omit<ModalProps, 'children'> {
  /** Mounted again each time the dialog opens; `leave` closes it after asking about unsaved input. */
  children: (leave: () => void) => ReactNode
}

/** Where the button that closes a dialog stands beside a title of several lines. */
export const BESIDE_FIRST_LINE = { close: { alignSelf: 'start' } } as const

/** A dialog with a form; it fills the screen on phones. Closing it asks about unsaved input (U19). */
export function FormDialog({ opened, onClose, children, ...rest }: FormDialogProps) {
  const mayLeave = useMayLeave()
  const phone = useWidth('phone')
  const leave = () => {
    void mayLeave().then((may) => {
      if (may) onClose()
    })
  }
  return (
    <Modal
      opened={opened}
      onClose={leave}
      fullScreen={phone}
      styles={BESIDE_FIRST_LINE}
      {...rest}
      transitionProps={{ duration: 140, exitDuration: 0 }}
    >
      {opened && children(leave)}
    </Modal>
  )
}
