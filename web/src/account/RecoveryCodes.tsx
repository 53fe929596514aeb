import { Button, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSettings } from '../session/settings.ts'
import { ButtonRow } from '../ui/ButtonRow.tsx'
import { saveFile } from '../ui/files/saveFile.ts'
import { FormButtons } from '../ui/forms/FormButtons.tsx'
import classes from './AccountScreen.module.css'

/** Shows the recovery codes, which is possible only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useTranslations('account.twoStep')
  const { product_name } = useSettings()
  const [copied, setCopied] = useState(false)
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'))
    setCopied(true)
  }
  const download = () => {
    const text = `${t('fileTitle', { product: product_name })}\r\n\r\n${codes.join('\r\n')}\r\n`
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), t('fileName'))
  }
  const CopyIcon = copied ? IconCheck : IconCopy
  return (
    <Stack gap="md">
      <Text ref={heading} tabIndex={-1} size="sm" lh="prose" textWrap="pretty">
        {t('keepCodes')}
      </Text>
      <ul className={classes.codes} dir="ltr" aria-label={t('codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <ButtonRow>
        {window.isSecureContext && (
          <Button variant="default" leftSection={<CopyIcon size={17} stroke={1.6} />} onClick={() => void copy()}>
            <span aria-live="polite">{t(copied ? 'copied' : 'copy')}</span>
          </Button>
        )}
        <Button variant="default" leftSection={<IconDownload size={17} stroke={1.6} />} onClick={download}>
          {t('download')}
        </Button>
      </ButtonRow>
      <FormButtons>
        <Button onClick={onDone}>{t('kept')}</Button>
      </FormButtons>
    </Stack>
  )
}
