import { Box } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId } from 'react'
import { SectionTitle } from '../../ui/SectionTitle.tsx'
import classes from './ApplicationDetailScreen.module.css'

interface DetailSectionProps {
  title: string
  /** The id of the heading, where a link moves the focus to it. */
  headingId?: string
  children: ReactNode
}

/** One part of the detail below its heading. */
export function DetailSection({ title, headingId, children }: DetailSectionProps) {
  const own = useId()
  const id = headingId ?? own
  // Also where the link was pressed before this part was drawn, or on another screen.
  const isTarget = useLocation({ select: ({ hash }) => hash === id })
  useEffect(() => {
    if (isTarget) document.getElementById(id)?.focus()
  }, [isTarget, id])
  return (
    <Box component="section" mb="xl" aria-labelledby={id}>
      <SectionTitle id={id} className={classes.title ?? ''} {...(headingId && { tabIndex: -1 })}>
        {title}
      </SectionTitle>
      {children}
    </Box>
  )
}
