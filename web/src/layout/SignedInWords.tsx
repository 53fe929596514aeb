import type { ReactNode } from 'react'
import { IntlProvider, useMessages } from 'use-intl'
import words from '../messages/en.json?signed-in'

/** Adds the words of the signed-in screens to those that every page has. */
export function SignedInWords({ children }: { children: ReactNode }) {
  const everyone = useMessages()
  return (
    <IntlProvider locale="en" messages={{ ...everyone, ...words }} timeZone="Asia/Dubai">
      {children}
    </IntlProvider>
  )
}
