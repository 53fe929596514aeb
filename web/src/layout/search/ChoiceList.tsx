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
}

/** All that can be chosen, in groups. */
export function ChoiceList({ groups, current, search, onMark, onTake }: ChoiceListProps) {
  const t = useTranslations('palette')
  const marked = current && optionId(current)
  useEffect(() => {
    if (marked) document.getElementById(marked)?.scrollIntoView({ block: 'nearest' })
  }, [marked])
  return (
    <div id={LIST_ID} role="listbox" aria-label={t('list')} className={classes.list} hidden={groups.length === 0}>
      {groups.map(({ name, choices }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
        <div key={name} role="group" aria-labelledby={`palette-${name}`}>
          <div id={`palette-${name}`} role="presentation" className={classes.group}>
            {t(name)}
          </div>
          {choices.map((choice) => (
            <Row key={choice.id} choice={choice} isMarked={choice === current} search={search} onMark={onMark} onTake={onTake} />
          ))}
        </div>
      ))}
    </div>
  )
}

interface RowProps extends Pick<ChoiceListProps, 'search' | 'onMark' | 'onTake'> {
  choice: Choice
  isMarked: boolean
}

function Row({ choice, isMarked, search, onMark, onTake }: RowProps) {
  const { id, label, facts = [], Icon } = choice
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
    </div>
  )
}
