import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Highlight } from '../../ui/signs/Highlight.tsx'
import type { Choice, Group } from './choices.ts'
import classes from './Palette.module.css'

export const LIST_ID = 'palette-list'
export const optionId = ({ id }: Choice): string => `palette-${id}`

interface ChoiceListProps {
  groups: readonly Group[]
  current: Choice | undefined
  search: string
  onMark: (id: string) => void
  onTake: (choice: Choice) => void
  onMore: (choice: Choice) => void
}

/** All that can be chosen, in groups. */
export function ChoiceList({ groups, current, search, onMark, onTake, onMore }: ChoiceListProps) {
  const t = useTranslations('palette')
  const marked = current && optionId(current)
  useEffect(() => {
    if (marked) document.getElementById(marked)?.scrollIntoView({ block: 'nearest' })
  }, [marked])
  return (
    <div id={LIST_ID} role="listbox" aria-label={t('list')} className={classes.list} hidden={groups.length === 0}>
      {groups.map(({ name, of = '', choices }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
        <div key={name} role="group" aria-labelledby={`palette-${name}`}>
          <div id={`palette-${name}`} role="presentation" className={classes.group}>
            {t(name, { name: of })}
          </div>
          {choices.map((choice) => (
            <Row key={choice.id} {...{ choice, search, onMark, onTake, onMore }} isMarked={choice === current} />
          ))}
        </div>
      ))}
    </div>
  )
}

interface RowProps extends Pick<ChoiceListProps, 'search' | 'onMark' | 'onTake' | 'onMore'> {
  choice: Choice
  isMarked: boolean
}

function Row({ choice, isMarked, search, onMark, onTake, onMore }: RowProps) {
  const t = useTranslations('palette')
  const { id, label, facts = [], actions, Icon } = choice
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and hears the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field names the marked row
    <div
      id={optionId(choice)}
      role="option"
      aria-selected={isMarked}
      className={classes.row}
      onMouseMove={() => isMarked || onMark(id)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onTake(choice)}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
      <span className={classes.words}>
        <span className={classes.label}>
          <Highlight text={label} search={search} />
        </span>
        {facts.length > 0 && (
          <span className={classes.facts}>
            {facts.map((fact) => (
              <span key={fact}>
                <Highlight text={fact} search={search} />
              </span>
            ))}
          </span>
        )}
      </span>
      {actions && (
        <span
          className={classes.more}
          aria-hidden
          title={t('actionsOf', { name: label })}
          onClick={(event) => {
            event.stopPropagation()
            onMore(choice)
          }}
        >
          ⋯
        </span>
      )}
    </div>
  )
}
