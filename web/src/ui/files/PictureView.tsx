import { ActionIcon, Group, Stack } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconRotateClockwise, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './DocumentPreview.module.css'

const ZOOMS = [1, 1.5, 2, 3, 4]

interface PictureViewProps {
  source: string
  title: string
  onBroken: () => void
}

/** A picture that can be enlarged and rotated. */
export function PictureView({ source, title, onBroken }: PictureViewProps) {
  const t = useTranslations('preview')
  const { ref, width, height } = useElementSize()
  const [natural, setNatural] = useState({ width: 0, height: 0 })
  const [zoom, setZoom] = useState(0)
  const [turns, setTurns] = useState(0)
  const lying = turns % 2 === 1
  const [across, down] = lying ? [natural.height, natural.width] : [natural.width, natural.height]
  const fit = across > 0 ? Math.min(1, width / across, height / down) : 0
  const scale = fit * (ZOOMS[zoom] ?? 1)
  return (
    <Stack gap="xs" mih={0}>
      {/* biome-ignore lint/a11y/useSemanticElements: a region that scrolls, not a set of fields */}
      <div
        ref={ref}
        className={classes.canvas}
        role="group"
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the enlarged picture scrolls by keyboard
        tabIndex={0}
      >
        <div className={classes.sheet} style={{ inlineSize: across * scale, blockSize: down * scale }}>
          <img
            src={source}
            alt={title}
            style={{
              inlineSize: natural.width * scale,
              blockSize: natural.height * scale,
              transform: `translate(-50%, -50%) rotate(${turns * 90}deg)`,
            }}
            onLoad={(event) => setNatural({ width: event.currentTarget.naturalWidth, height: event.currentTarget.naturalHeight })}
            onError={onBroken}
          />
        </div>
      </div>
      <Group justify="center" gap="xs">
        <ActionIcon variant="default" size="lg" aria-label={t('zoomOut')} disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
          <IconZoomOut size={18} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('zoomIn')}
          disabled={zoom === ZOOMS.length - 1}
          onClick={() => setZoom(zoom + 1)}
        >
          <IconZoomIn size={18} />
        </ActionIcon>
        <ActionIcon variant="default" size="lg" aria-label={t('rotate')} onClick={() => setTurns(turns + 1)}>
          <IconRotateClockwise size={18} />
        </ActionIcon>
      </Group>
    </Stack>
  )
}
