import { listViews, type View, type ViewedList } from 'contract'
import { useLoad } from '../../api/useLoad.ts'

const NONE: readonly View[] = []

/** The views of a list that the person keeps; a list without them still works. */
export function useOwnViews(list: ViewedList, enabled: boolean): readonly View[] {
  const { data } = useLoad(listViews, {}, { enabled, background: true, answers: () => true })
  return data?.filter((view) => view.list === list) ?? NONE
}

/** The own view that the address is on. */
export const ownViewOf = (views: readonly View[], search: Partial<Record<string, string>>): View | undefined =>
  views.find(({ filters }) => {
    const names = new Set([...Object.keys(filters), ...Object.keys(search)])
    return [...names].every((name) => filters[name] === search[name])
  })
