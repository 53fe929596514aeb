import { Button, FileButton, Group, Text } from '@mantine/core'
import { setPicture } from 'contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Refusal } from '../api/refusal.ts'
import { uploadFile } from '../api/upload.ts'
import { useAction } from '../api/useAction.ts'
import { resumeSession, useUser } from '../session/session.ts'
import { portraitOf } from '../ui/files/fileChecks.ts'
import { PersonAvatar } from '../ui/signs/PersonAvatar.tsx'
import { Section } from './Section.tsx'

/** The user's picture (B8). */
export function PictureSection() {
  const t = useTranslations('account.picture')
  const { full_name, picture } = useUser()
  const { choose, remove, busy, problem } = usePicture()
  const input = useFocusBack(busy)
  return (
    <Section name="picture">
      <Group gap="md">
        <PersonAvatar name={full_name} picture={picture} size={72} />
        <Group gap="xs">
          <FileButton accept="image/jpeg,image/png" onChange={(file) => file && void choose(file)}>
            {(props) => (
              <Button {...props} ref={input} variant="default" disabled={busy} {...(problem && { 'aria-describedby': 'picture-problem' })}>
                {t(busy ? 'uploading' : picture ? 'replace' : 'upload')}
              </Button>
            )}
          </FileButton>
          {picture && (
            <Button variant="subtle" color="gray" disabled={busy} onClick={() => void remove()}>
              {t('remove')}
            </Button>
          )}
        </Group>
      </Group>
      {problem && (
        <Text id="picture-problem" role="alert" size="note" lh="inherit" mt="xs" c="var(--mantine-color-error)">
          {problem}
        </Text>
      )}
    </Section>
  )
}

/** Focuses this button after an action, because a button that is disabled or removed loses the focus. */
function useFocusBack(busy: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const worked = useRef(false)
  useEffect(() => {
    if (worked.current && !busy && document.activeElement === document.body) button.current?.focus()
    worked.current = busy
  }, [busy])
  return button
}

function usePicture() {
  const t = useTranslations('account.picture')
  const [uploading, setUploading] = useState(false)
  const [problem, setProblem] = useState<string>()
  const shown = { onDone: resumeSession }
  const set = useAction(setPicture, shown)
  const removal = useAction(setPicture, { ...shown, toasts: 'removePicture' })

  const choose = async (file: File) => {
    setProblem(undefined)
    setUploading(true)
    try {
      const portrait = await portraitOf(file)
      if (!portrait) return setProblem(t('wrongType'))
      const { url } = await uploadFile(portrait, 'picture.jpg')
      await set.run({ body: { picture: url } })
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      setProblem(refusal.detail || t('failed'))
    } finally {
      setUploading(false)
    }
  }
  const remove = () => {
    setProblem(undefined)
    return removal.run({ body: { picture: null } })
  }
  return { choose, remove, busy: uploading || set.busy || removal.busy, problem }
}
