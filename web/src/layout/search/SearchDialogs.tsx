import { KeyList } from './KeyList.tsx'
import type { Opened } from './opened.ts'
import { Palette } from './Palette.tsx'

interface SearchDialogsProps {
  opened: Opened | undefined
  onClose: () => void
}

/** Loaded as one: each file of its own would be named in the start page (U1). */
export const SearchDialogs = ({ opened, onClose }: SearchDialogsProps) => (
  <>
    <Palette opened={opened === 'palette'} onClose={onClose} />
    <KeyList opened={opened === 'keys'} onClose={onClose} />
  </>
)
