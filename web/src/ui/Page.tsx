import { Anchor, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ButtonRow } from './ButtonRow.tsx'
import classes from './Page.module.css'
import { useTellPlace } from './place.ts'
import { useScreen } from './useScreen.ts'

interface PageProps {
  /** The screen's name in the browser's title, and its heading unless `heading` is given. */
  title: string
  /** What the `h1` shows instead of the title: a person's name. */
  heading?: ReactNode
  /** One muted line below the heading. */
  subtitle?: ReactNode
  /** The link above the heading. */
  back?: { to: string; label: string; search?: Partial<Record<string, string>> }
  /** Buttons at the end of the heading's line; on phones they are at the foot of the screen. */
  actions?: ReactNode
  /** Whether a table has the whole width of a large window (B13). */
  wide?: boolean
  children: ReactNode
}

/** The frame of every signed-in screen. */
export function Page({ title, heading, subtitle, back, actions, wide = false, children }: PageProps) {
  const focus = useScreen(title)
  useTellPlace(back && { to: back.to, search: back.search, title })
  return (
    <div className={classes.page} data-wide={wide || undefined}>
      {back && (
        <Anchor
          renderRoot={(props) => <Link {...props} to={back.to} search={back.search ?? {}} />}
          className={classes.back}
          underline="hover"
          size="sm"
          data-screen-only
        >
          <IconArrowLeft size={16} data-flip aria-hidden />
          {back.label}
        </Anchor>
      )}
      <div className={classes.head}>
        <div className={classes.heading}>
          <Title ref={focus} tabIndex={-1} textWrap="wrap">
            {heading ?? title}
          </Title>
          {subtitle && (
            <Text component="div" size="sm" lh="inherit" c="dimmed" mt="2xs">
              {subtitle}
            </Text>
          )}
        </div>
        {actions && <ButtonRow className={classes.actions ?? ''}>{actions}</ButtonRow>}
      </div>
      {children}
    </div>
  )
}
