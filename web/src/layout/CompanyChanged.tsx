import { Button, Group, Modal, Text } from '@mantine/core'
import { activeCompanyId, listCompanies } from 'contract'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { releaseUnsaved } from '../feedback/dirtyForms.ts'
import { useSwitchedElsewhere } from '../session/activeCompany.ts'
import { useUser } from '../session/session.ts'

/** Blocks the page after the active company was changed elsewhere, so that nothing is sent to the wrong one (U28). */
export function CompanyChanged() {
  const t = useTranslations('activeCompany.changed')
  const shown = activeCompanyId(useUser())
  const { changed, keep, busy } = useSwitchedElsewhere()
  const { data } = useLoad(listCompanies, { query: { documents: 'link' } }, { answers: () => true })
  // A deleted company may no longer be in the list.
  const seen = useRef(new Map<string, string>())
  useEffect(() => {
    for (const { id, name } of data?.items ?? []) seen.current.set(id, name)
  }, [data])
  const nameOf = (id = '') => data?.items.find((company) => company.id === id)?.name ?? seen.current.get(id) ?? t('another')
  const names = { shown: nameOf(shown), active: nameOf(changed && activeCompanyId(changed)) }
  const gone = !changed?.company_ids.some((id) => id === shown)
  const reload = () => {
    releaseUnsaved()
    window.location.reload()
  }
  return (
    <Modal
      opened={changed !== undefined}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('title')}
      zIndex={400}
    >
      <Text size="sm">{gone ? t('goneText', names) : t('text', names)}</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        {shown && !gone && (
          <Button variant="default" disabled={busy} onClick={() => void keep(shown)}>
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
