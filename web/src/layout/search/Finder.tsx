import { CloseButton, Kbd, Loader, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { FocusEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useSearchText } from '../../ui/forms/useSearchText.ts'
import { LoadError } from '../../ui/states/LoadError.tsx'
import { ChoiceList, LIST_ID, optionId } from './ChoiceList.tsx'
import { type Choice, type Group, thatFit } from './choices.ts'
import { shown } from './opened.ts'
import classes from './Palette.module.css'
import { useCommands } from './useCommands.ts'
import { isRightToLeft, useMarking } from './useMarking.ts'
import { useFound, useRecent } from './useRecords.ts'

/** The field, and what it finds. The focus stays in the field; the marked row is the one that Enter opens. */
export function Finder({ onLeave }: { onLeave: (stays: boolean) => void }) {
  const t = useTranslations('palette')
  const { typed, setTyped, settled } = useSearchText()
  const found = useFound(settled)
  const waits = typed !== settled || found.isOld
  const take = (choice: Choice) => {
    onLeave(choice.stays === true)
    choice.act()
  }
  const { groups, choices, current, record, mark, more, press, restart } = useMarking(useGroups(typed, found.groups), { waits, take })
  return (
    <>
      <div className={classes.head}>
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <input
          className={classes.field}
          role="combobox"
          aria-label={t('field')}
          aria-expanded={choices.length > 0}
          aria-controls={LIST_ID}
          aria-autocomplete="list"
          aria-activedescendant={current && optionId(current)}
          placeholder={t('field')}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          data-autofocus
          // The dialog leaves Escape to the list of actions.
          data-mantine-stop-propagation={record !== undefined}
          onBlur={keepFocus}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            restart()
          }}
          onKeyDown={press}
        />
        {waits && <Loader size="xs" aria-hidden />}
        <CloseButton aria-label={t('close')} onClick={() => onLeave(true)} />
      </div>
      <VisuallyHidden role="status">{waits ? t('searching') : typed.trim() !== '' && t('count', { count: choices.length })}</VisuallyHidden>
      <ChoiceList groups={groups} current={current} search={record ? '' : typed} onMark={mark} onTake={take} onMore={more} />
      {found.error && <LoadError text={t('failed')} refusal={found.error} onRetry={found.retry} />}
      {choices.length === 0 && !found.error && <p className={classes.none}>{waits ? t('searching') : t('none', { text: typed.trim() })}</p>}
      <Foot isWithin={record !== undefined} />
    </>
  )
}

function Foot({ isWithin }: { isWithin: boolean }) {
  const t = useTranslations('palette')
  const isRightwards = isWithin === isRightToLeft()
  return (
    <div className={classes.foot} aria-hidden>
      <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> {t('toMove')}
      <Kbd size="xs">Enter</Kbd> {t('toOpen')}
      <Kbd size="xs">{isRightwards ? '→' : '←'}</Kbd> {t(isWithin ? 'toGoBack' : 'toAct')}
      <Kbd size="xs">Esc</Kbd> {t(isWithin ? 'toGoBack' : 'toClose')}
    </div>
  )
}

/** A screen that was loading behind takes the focus when it is there. */
function keepFocus({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  const isElsewhere = relatedTarget !== null && !currentTarget.closest('[role=dialog]')?.contains(relatedTarget)
  if (isElsewhere && shown() === 'palette') currentTarget.focus()
}

function useGroups(typed: string, found: Group[]): Group[] {
  const { screens, actions } = useCommands()
  const recent = useRecent()
  const fits = (choices: Choice[]) => (typed.trim() === '' ? choices : thatFit(choices, typed))
  const groups: Group[] = [
    ...(typed.trim() === '' ? [{ name: 'recent' as const, choices: recent }] : found),
    { name: 'screens', choices: fits(screens) },
    { name: 'actions', choices: fits(actions) },
  ]
  return groups.filter(({ choices }) => choices.length > 0)
}
