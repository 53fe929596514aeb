import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useId } from 'react'
import { useTranslations } from 'use-intl'
import { confirm } from './confirm.ts'
import { dirtyForms } from './dirtyForms.ts'

/** Asks whether unsaved input may be discarded; true at once if there is none. */
export function useMayLeave(): () => Promise<boolean> {
  const t = useTranslations('confirm')
  return useCallback(
    async () => dirtyForms.size === 0 || (await confirm({ title: t('leaveTitle'), body: t('leaveBody'), action: t('leaveAction') })),
    [t],
  )
}

/** Guards unsaved input against navigation and closing the tab (U19). Returns a function that stops guarding. */
export function useUnsavedGuard(dirty: boolean): () => void {
  const form = useId()
  const mayLeave = useMayLeave()
  useEffect(() => {
    if (dirty) dirtyForms.add(form)
    else dirtyForms.delete(form)
    return () => {
      dirtyForms.delete(form)
    }
  }, [dirty, form])
  useBlocker({
    shouldBlockFn: async ({ current, next }) => dirtyForms.has(form) && current.pathname !== next.pathname && !(await mayLeave()),
    enableBeforeUnload: () => dirtyForms.has(form),
    disabled: !dirty,
  })
  return useCallback(() => {
    dirtyForms.delete(form)
  }, [form])
}
