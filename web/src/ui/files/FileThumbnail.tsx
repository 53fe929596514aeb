import { IconFile, IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import type { DocumentInfo } from 'contract'
import { useEffect, useState } from 'react'
import classes from './FileThumbnail.module.css'

type Shown = File | Pick<DocumentInfo, 'type' | 'url'>

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
  const Icon = file.type === 'application/pdf' ? IconFileTypePdf : file.type.startsWith('image/') ? IconPhoto : IconFile
  return (
    <span className={classes.thumbnail} aria-hidden>
      <Icon size={20} stroke={1.5} />
    </span>
  )
}

function usePicture(file: Shown): string | undefined {
  const [preview, setPreview] = useState<{ file: File; url: string }>()
  const isPicture = file.type.startsWith('image/')
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
