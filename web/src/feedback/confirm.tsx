import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'

interface Question {
  /** Names the object: "Delete Acme LLC?" */
  title: string
  /** Names the consequence. */
  body: ReactNode
  /** The verb on the button. */
  action: string
  /** The label of the other button, if not Cancel. */
  decline?: string
  /** Red if something is deleted; the default. */
  destructive?: boolean
}

/** Asks before something that cannot be undone; Cancel has the focus (U17). Resolves to true if the user agreed. */
export function confirm({ title, body, action, decline, destructive = true }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: (
        <Text component="div" size="sm">
          {body}
        </Text>
      ),
      confirmProps: { children: action, ...(destructive ? { color: 'red' } : {}) },
      cancelProps: { 'data-autofocus': true, ...(decline ? { children: decline } : {}) },
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    })
  })
}
