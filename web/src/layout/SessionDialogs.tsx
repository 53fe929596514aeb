import { useMounted } from '@mantine/hooks'
import type { SessionEnd } from '../session/sessionTimes.ts'
import { type RenewalProps, SessionEndedDialog } from './SessionEndedDialog.tsx'
import { SessionWarning } from './SessionWarning.tsx'

export interface SessionDialogsProps extends RenewalProps {
  /** The end of the session when it is near. */
  end: SessionEnd | undefined
  ended: boolean
}

export function SessionDialogs({ end, ended, ...renewal }: SessionDialogsProps) {
  // Opened after they are there, so that they give the focus back.
  const mounted = useMounted()
  return (
    <>
      <SessionWarning end={mounted && !ended ? end : undefined} />
      <SessionEndedDialog opened={mounted && ended} {...renewal} />
    </>
  )
}
