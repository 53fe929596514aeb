import { ActionIcon, Button, Group, Popover, TextInput } from '@mantine/core'
import { IconBookmarkPlus, IconX } from '@tabler/icons-react'
import { deleteView, saveView, type View, type ViewedList } from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/useAction.ts'
import { SubmitButton } from '../forms/SubmitButton.tsx'

interface ViewActionsProps {
  list: ViewedList
  /** The own view that is shown. */
  own: View | undefined
  /** What would be kept; undefined where there is nothing to keep. */
  filters: Record<string, string> | undefined
}

/** Keeps filters and sort under a name, and deletes the own view that is shown. */
export function ViewActions({ list, own, filters }: ViewActionsProps) {
  const t = useTranslations('ui.ownViews')
  const remove = useAction(deleteView)
  const again = useAction(saveView)
  if (own) {
    const undo = () => void again.run({ body: { list: own.list, name: own.name, filters: own.filters } })
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('delete', { name: own.name })}
        disabled={remove.busy}
        onClick={() => void remove.run({ params: { id: own.id } }, { undo: { label: t('undo'), run: undo } })}
      >
        <IconX size={16} />
      </ActionIcon>
    )
  }
  return filters ? <SaveView list={list} filters={filters} /> : null
}

const MAX_NAME = 60

function SaveView({ list, filters }: { list: ViewedList; filters: Record<string, string> }) {
  const t = useTranslations('ui.ownViews')
  const [opened, setOpened] = useState(false)
  const [name, setName] = useState('')
  const save = useAction(saveView, {
    onDone: () => {
      setOpened(false)
      setName('')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') void save.run({ body: { list, name, filters } })
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus withinPortal>
      <Popover.Target>
        <Button variant="subtle" size="compact-sm" leftSection={<IconBookmarkPlus size={16} />} onClick={() => setOpened(!opened)}>
          {t('save')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={submit}>
          <Group align="flex-end" gap="xs">
            <TextInput
              label={t('name')}
              maxLength={MAX_NAME}
              value={name}
              data-autofocus
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <SubmitButton disabled={save.busy || name.trim() === ''}>{t('keep')}</SubmitButton>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
