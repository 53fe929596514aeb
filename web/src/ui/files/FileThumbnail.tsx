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
  const [source, setSource] = useState<string>()
  useEffect(() => {
    if (!file.type.startsWith('image/')) return setSource(undefined)
    if (!(file instanceof File)) return setSource(file.url)
    const url = URL.createObjectURL(file)
    setSource(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return source
}
