import { Button, Group, Modal, Text } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { releaseUnsaved } from '../feedback/dirtyForms.ts'

interface CompanyChangedDialogProps {
  opened: boolean
  /** The name of the company that this tab shows, where it is known. */
  shown: string | undefined
  /** The name of the one that is active now. */
  active: string | undefined
  /** Whether the shown one is no longer the user's. */
  gone: boolean
  busy: boolean
  onSwitchBack: (() => void) | undefined
}

export function CompanyChangedDialog({ opened, shown, active, gone, busy, onSwitchBack }: CompanyChangedDialogProps) {
  const t = useTranslations('activeCompany.changed')
  const names = { shown: shown ?? t('another'), active: active ?? t('another') }
  const reload = () => {
    releaseUnsaved()
    window.location.reload()
  }
  return (
    <Modal
      opened={opened}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('title')}
      zIndex={400}
    >
      <Text size="sm">{gone ? t('goneText', names) : t('text', names)}</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        {onSwitchBack && (
          <Button variant="default" disabled={busy} onClick={onSwitchBack}>
            {t('switchBack')}
          </Button>
        )}
        <Button data-autofocus disabled={busy} onClick={reload}>
          {t('reload')}
        </Button>
      </Group>
    </Modal>
  )
}
