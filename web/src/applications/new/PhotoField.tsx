import { VisuallyHidden } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FileField } from '../../ui/files/FileField.tsx'
import { FieldHint } from '../../ui/forms/FieldHint.tsx'
import { lookAt, MIN_SIZE, type Photo, warningsOfPhoto } from './photo.ts'

type PhotoFieldProps = Omit<ComponentProps<typeof FileField>, 'remark' | 'onPicture'>

/** The photo of the person; one that authorities may send back gets a warning, and is accepted (U42). */
export function PhotoField(props: PhotoFieldProps) {
  const t = useTranslations('newApplication.photo')
  const id = props.value?.id
  const [seen, setSeen] = useState<{ id: string | undefined; photo: Photo | undefined }>()
  const photo = seen && seen.id === id ? seen.photo : undefined
  const sizes = {
    width: `${photo?.width}`,
    height: `${photo?.height}`,
    least_width: `${MIN_SIZE.width}`,
    least_height: `${MIN_SIZE.height}`,
  }
  const texts = photo ? warningsOfPhoto(photo).map((warning) => t(warning, sizes)) : []
  const remark = texts.length > 0 && (
    <>
      {texts.map((text) => (
        <FieldHint key={text}>{text}</FieldHint>
      ))}
      {t('anyway')}
    </>
  )
  return (
    <div>
      <FileField {...props} remark={remark} onPicture={(image) => setSeen({ id, photo: lookAt(image) })} />
      <VisuallyHidden role="status">{texts.join(' ')}</VisuallyHidden>
    </div>
  )
}
