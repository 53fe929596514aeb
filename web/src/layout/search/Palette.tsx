import { Modal } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useWidth } from '../../ui/useWidth.ts'
import { Finder } from './Finder.tsx'
import classes from './Palette.module.css'

interface PaletteProps {
  opened: boolean
  onClose: () => void
}

/** Finds records by a word of them, and screens and actions by their names; the keyboard is enough (U16). */
export function Palette({ opened, onClose }: PaletteProps) {
  const t = useTranslations('palette')
  const phone = useWidth('phone')
  // Opened after it is there, so that it gives the focus back.
  const mounted = useMounted()
  const opener = useRef<HTMLElement>(null)
  const isOpen = opened && mounted
  if (isOpen) opener.current ??= document.activeElement as HTMLElement | null
  const leave = (stays: boolean) => {
    onClose()
    // Another screen takes the focus itself.
    if (stays) opener.current?.focus({ preventScroll: true })
    else (document.activeElement as HTMLElement | null)?.blur()
    opener.current = null
  }
  return (
    <Modal.Root opened={isOpen} onClose={() => leave(true)} returnFocus={false} fullScreen={phone} size="40rem" yOffset="10vh">
      <Modal.Overlay />
      <Modal.Content aria-label={t('title')} classNames={{ content: classes.content ?? '' }}>
        <Finder onLeave={leave} />
      </Modal.Content>
    </Modal.Root>
  )
}
