import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DOCUMENTS } from './DocumentRows.tsx'

/** To the documents of the application: below, or on its own screen. */
export function ToDocuments({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Anchor
      inherit
      renderRoot={(props) => <Link {...props} to="/applications/$id" params={{ id }} hash={DOCUMENTS} />}
      onClick={(event) => {
        const heading = document.getElementById(DOCUMENTS)
        if (!heading) return
        event.preventDefault()
        heading.focus()
      }}
    >
      {children}
    </Anchor>
  )
}
