import { type Employee, getEmployee, isEmployed } from 'contract'
import { useEffect, useRef } from 'react'
import { useLoad } from '../api/useLoad.ts'
import { CancellationDialog } from './CancellationDialog.tsx'
import { AddEmployeeDialog, EditEmployeeDialog } from './EmployeeDialog.tsx'
import { RenewalDialog } from './RenewalDialog.tsx'
import { RequestDialog } from './RequestDialog.tsx'
import type { useDialog } from './useDialog.ts'

interface EmployeeDialogsProps {
  dialog: ReturnType<typeof useDialog>
  /** The records on the screen; undefined while they load. */
  employees: readonly Employee[] | undefined
}

/** The dialog that the URL names, for the record it names. */
export function EmployeeDialogs({ dialog: { name, id, close }, employees }: EmployeeDialogsProps) {
  const employee = useEmployee(id, employees)
  useFocusAfterwards(name ? id : undefined)
  const active = useActive(`${name} ${id}`, employee)
  return (
    <>
      <AddEmployeeDialog opened={name === 'add'} onClose={close} />
      <EditEmployeeDialog employee={name === 'edit' ? employee : undefined} onClose={close} />
      <RenewalDialog employee={name === 'renew' ? active : undefined} onClose={close} />
      <CancellationDialog employee={name === 'cancel' ? active : undefined} onClose={close} />
      <RequestDialog employee={name === 'review' && employee?.cancellation ? employee : undefined} onClose={close} />
    </>
  )
}

/** Only active people, expired ones included, can be renewed or cancelled (E6). An open dialog stays open even if the record changes. */
function useActive(dialog: string, employee: Employee | undefined): Employee | undefined {
  const opened = useRef<string>(undefined)
  if (employee && isEmployed(employee.status)) opened.current = dialog
  else if (opened.current !== dialog) opened.current = undefined
  return opened.current === dialog ? employee : undefined
}

/** The record may not be loaded: a copied link can name one of a later page, or one that the search excludes. */
function useEmployee(id: string | undefined, employees: readonly Employee[] | undefined): Employee | undefined {
  const shown = employees?.find((employee) => employee.id === id)
  const wanted = id !== undefined && employees !== undefined && !shown
  const { data, error } = useLoad(getEmployee, { params: { id: id ?? '' } }, { enabled: wanted, answers: () => true })
  return shown ?? (wanted && error?.status !== 404 ? data : undefined)
}

/** When the dialog closes, focus returns to the row's button that opened it, or to another one of the row if that has gone. */
function useFocusAfterwards(id: string | undefined): void {
  const last = useRef(id)
  const opener = useRef<Element>(null)
  useEffect(() => {
    const before = last.current
    last.current = id
    if (id) opener.current = document.activeElement
    if (!before || id) return
    const timer = window.setTimeout(() => {
      if (document.activeElement !== document.body) return
      const offered = [...(document.getElementById(`actions-${before}`)?.querySelectorAll<HTMLElement>('a, button') ?? [])]
      const next = offered.find((button) => button === opener.current) ?? offered[0]
      next?.focus()
    })
    return () => window.clearTimeout(timer)
  }, [id])
}
