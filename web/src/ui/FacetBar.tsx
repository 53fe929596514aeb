import { Button, NativeSelect } from '@mantine/core'
import { type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import classes from './FacetBar.module.css'

interface FacetChoice {
  name: string
  /** What the facet is about. */
  label: string
  /** The words for no filter. */
  any: string
  value: string
  options: readonly { value: string; label: string; count?: { count: number; more: boolean } | undefined }[]
}

interface FacetBarProps {
  facets: readonly FacetChoice[]
  onChange: (name: string, value: string) => void
  onClear?: (() => void) | undefined
  /** The pointer or the focus is on the filters: they may be opened next. */
  onPoint?: () => void
  /** Filters of other kinds, behind the others. */
  children?: ReactNode
  ref?: Ref<HTMLFieldSetElement> | undefined
}

/** The filters of a list side by side, each with what it would leave. */
export function FacetBar({ facets, onChange, onClear, onPoint, children, ref }: FacetBarProps) {
  const t = useTranslations('ui')
  const legend = useId()
  return (
    <fieldset ref={ref} className={classes.facets} aria-labelledby={legend} onPointerEnter={onPoint} onFocus={onPoint}>
      <legend id={legend} className={classes.legend}>
        {t('filters')}
      </legend>
      {facets.map((facet) => (
        <FacetField key={facet.name} facet={facet} onChange={(value) => onChange(facet.name, value)} />
      ))}
      {children}
      {onClear && (
        <Button variant="subtle" size="compact-sm" className={classes.clear ?? ''} onClick={onClear}>
          {t('clearFilters')}
        </Button>
      )}
    </fieldset>
  )
}

/** Brings a chosen filter in front of the button that clears them. */
function showWhole(field: HTMLElement | null): void {
  const bar = field?.closest('fieldset')
  const clear = bar?.querySelector(':scope > button:last-child')?.getBoundingClientRect()
  if (!field || !bar || !clear) return
  const { left, right } = field.getBoundingClientRect()
  const excess = document.dir === 'rtl' ? Math.min(0, left - clear.right) : Math.max(0, right - clear.left)
  bar.scrollBy({ left: excess })
}

export function FacetField({ facet: { label, any, value, options }, onChange }: { facet: FacetChoice; onChange: (value: string) => void }) {
  const t = useTranslations('ui')
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (value !== '') showWhole(select.current)
  }, [value])
  const counted = ({ label: name, count }: FacetChoice['options'][number]) => {
    if (!count || (count.more && count.count === 0)) return name
    return t('facetCount', { name, count: t('number', { number: count.count }), more: count.more ? '+' : '' })
  }
  return (
    <NativeSelect
      ref={select}
      size="xs"
      className={classes.facet ?? ''}
      data-set={value !== '' || undefined}
      aria-label={label}
      value={value}
      data={[{ value: '', label: any }, ...options.map((option) => ({ value: option.value, label: counted(option) }))]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
