import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'

interface Question {
  /** Names the thing: "Delete Acme LLC?" */
  title: string
  /** Names the consequence. */
  body: ReactNode
  /** The verb on the button. */
  action: string
  /** What declining is called, where Cancel says too little. */
  decline?: string
  /** Red where something is lost; the default. */
  destructive?: boolean
}

/** Asks before something that cannot be undone; focus starts on Cancel (U17). Resolves to whether the person agreed. */
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
