import { IconFile, IconFileOff, IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import type { DocumentInfo } from 'contract'
import { useEffect, useState } from 'react'
import classes from './FileThumbnail.module.css'

type Shown = File | Pick<DocumentInfo, 'type' | 'url' | 'lost'>

interface FileThumbnailProps {
  file: Shown
  /** Called when the picture is shown. */
  onPicture?: ((image: HTMLImageElement) => void) | undefined
}

/** A small picture of the file, or the icon of its type. */
export function FileThumbnail({ file, onPicture }: FileThumbnailProps) {
  const source = usePicture(file)
  if (source)
    return <img src={source} alt="" loading="lazy" className={classes.thumbnail} onLoad={(event) => onPicture?.(event.currentTarget)} />
  const Icon = iconOf(file)
  return (
    <span className={classes.thumbnail} aria-hidden>
      <Icon size={20} stroke={1.5} />
    </span>
  )
}

function iconOf(file: Shown) {
  if (isLost(file)) return IconFileOff
  if (file.type === 'application/pdf') return IconFileTypePdf
  return file.type.startsWith('image/') ? IconPhoto : IconFile
}

const isLost = (file: Shown): boolean => !(file instanceof File) && file.lost

function usePicture(file: Shown): string | undefined {
  const [preview, setPreview] = useState<{ file: File; url: string }>()
  const isPicture = file.type.startsWith('image/') && !isLost(file)
  useEffect(() => {
    if (!isPicture || !(file instanceof File)) return
    const url = URL.createObjectURL(file)
    setPreview({ file, url })
    return () => URL.revokeObjectURL(url)
  }, [file, isPicture])
  if (!isPicture) return undefined
  if (!(file instanceof File)) return file.url
  return preview?.file === file ? preview.url : undefined
}
