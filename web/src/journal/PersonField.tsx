import { Select } from '@mantine/core'
import { getUser, type JournalEntry, listUsers } from 'contract'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { useSearchText } from '../ui/forms/useSearchText.ts'

const MAX_OFFERED = 50

interface PersonFieldProps {
  /** The id of the chosen person, or empty. */
  value: string
  /** Undefined while they load. */
  entries: readonly JournalEntry[] | undefined
  onPick: (id: string) => void
}

/** Filters by a person; the users are loaded when the field gets the focus. */
export function PersonField({ value, entries, onPick }: PersonFieldProps) {
  const t = useTranslations('journal')
  const [used, setUsed] = useState(false)
  const { typed, setTyped, settled } = useSearchText()
  const named = entries?.find(({ actor_id }) => actor_id === value)?.actor_name
  const search = settled === named ? '' : settled
  const list = useLoad(
    listUsers,
    { query: { limit: MAX_OFFERED, ...(search ? { q: search } : {}) } },
    { enabled: used, keepPrevious: true, answers: () => true },
  )
  const found = (list.data?.items ?? []).map(({ id, full_name, email }) => ({ value: id, label: full_name, email }))
  const chosen = value !== '' && !found.some((person) => person.value === value)
  const unnamed = chosen && entries !== undefined && !named
  const { data: user } = useLoad(getUser, { params: { id: value } }, { enabled: unnamed, answers: () => true })
  const options = chosen ? [{ value, label: named ?? user?.full_name ?? t('onePerson'), email: user?.email ?? '' }, ...found] : found
  return (
    <Select
      label={t('person')}
      placeholder={t('allPeople')}
      data={options}
      value={value || null}
      onChange={(id) => onPick(id ?? '')}
      onFocus={() => setUsed(true)}
      renderOption={({ option }) => <Person name={option.label} email={options.find(({ value }) => value === option.value)?.email ?? ''} />}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('anyPerson') }}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options: all }) => all}
      nothingFoundMessage={t('nobody')}
    />
  )
}

const Person = ({ name, email }: { name: string; email: string }) => (
  <span>
    <bdi>{name}</bdi>
    <br />
    <small>
      <bdi>{email}</bdi>
    </small>
  </span>
)
