import { Select } from '@mantine/core'
import { getWork, setWork } from 'contract'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/useAction.ts'
import { useLoad } from '../../api/useLoad.ts'
import { useListAhead } from '../../ui/forms/useListAhead.ts'

/** Which administrator carries the case; for administrators alone. */
export function AssigneeField({ id }: { id: string }) {
  const t = useTranslations('applicationDetail.next')
  const ahead = useListAhead()
  const { data } = useLoad(getWork, { params: { id } }, { answers: () => true })
  const { run, busy } = useAction(setWork)
  return (
    <Select
      {...ahead}
      size="xs"
      mt="xs"
      label={t('assignee')}
      placeholder={t('nobody')}
      clearable
      disabled={busy || !data}
      data={data?.administrators.map(({ id: value, full_name: label }) => ({ value, label })) ?? []}
      value={data?.assignee?.id ?? null}
      onChange={(assignee_id) => void run({ params: { id }, body: { assignee_id } })}
    />
  )
}
