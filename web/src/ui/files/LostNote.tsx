import { Box } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { Note } from '../Note.tsx'

interface LostNoteProps {
  /** Whether the reader may put another document in its place. */
  replaceable?: boolean
  /** As a sign alone. */
  short?: boolean
}

/** Says that the file of a document is gone. */
export function LostNote({ replaceable = false, short = false }: LostNoteProps) {
  const t = useTranslations('file')
  const text = t(replaceable ? 'lostReplaceable' : 'lost')
  if (short)
    return (
      <Box component="span" c="var(--hue)" data-hue="red" role="img" aria-label={text} title={text}>
        <IconFileOff size={15} stroke={1.6} />
      </Box>
    )
  return (
    <Note hue="red" Icon={IconFileOff}>
      {text}
    </Note>
  )
}
