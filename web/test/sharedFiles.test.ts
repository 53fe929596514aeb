import { expect, it } from 'vitest'
import { nameOf } from '../build/sharedFiles.ts'

const LANDING = 'auth/LandingScreen'
const SIGN_IN = 'auth/AdminLoginScreen'
const REGISTRATION = 'auth/RegistrationScreen'
const FORGOT = 'auth/ForgotPasswordScreen'
const SHELL = 'layout/Shell'
const LIST = 'applications/list/ApplicationsScreen'
const USERS = 'users/UsersScreen'
const JOURNAL = 'journal/JournalScreen'
const EMPLOYEES = 'employees/EmployeesScreen'
const TOASTS = 'layout/Toasts'
const QUESTIONS = 'feedback/Questions'
const SESSION = 'layout/SessionDialogs'
const CHARTS = 'dashboard/charts/Charts'
const CHECK = 'ui/forms/formProblems'

it.each([
  ['of the start page and a sign-in', [LANDING, SIGN_IN], 'start'],
  ['of the start page and the shell', [LANDING, SHELL], 'start'],
  ['of the start page and a signed-in screen', [LANDING, USERS], 'start'],
  ['of the sign-ins', [SIGN_IN, REGISTRATION], 'login'],
  ['of a sign-in and a signed-in screen', [SIGN_IN, LIST], 'login-shell'],
  ['of a sign-in and other signed-in screens', [SIGN_IN, USERS], 'login'],
  ['of registration and the list', [REGISTRATION, LIST], 'forms-shell'],
  ['of forms with and without a session', [FORGOT, REGISTRATION, USERS], 'forms-screens'],
  ['of the shell and all else that is signed in', [SHELL, LIST, USERS], 'shell'],
  ['of the list and other screens', [LIST, USERS], 'list'],
  ['of the list and what it shows later', [LIST, 'applications/list/CaseActions', USERS], 'list'],
  ['of screens with a calendar alone', [JOURNAL, EMPLOYEES], 'screens-calendar'],
  ['of screens with and without a calendar', [USERS, JOURNAL], 'screens'],
  ['of the shell and its toasts', [SHELL, TOASTS, USERS], 'shell'],
  ['of toasts and screens, but not the rest of these', [TOASTS, USERS], 'screens-parts'],
  ['of charts and screens', [CHARTS, USERS], 'screens-charts'],
  ['of charts, toasts and screens', [CHARTS, TOASTS, USERS], 'shell'],
  ['of charts, screens and forms without a session', [CHARTS, FORGOT, USERS], 'forms-shell'],
  ['of dialogs', [QUESTIONS, SESSION], 'dialogs'],
  ['of the list, dialogs and screens', [QUESTIONS, SESSION, LIST, USERS], 'shell'],
  ['of toasts and dialogs', [TOASTS, SESSION], 'Toasts-dialogs'],
  ['of forms and the check of their fields', [CHECK, REGISTRATION, USERS], 'forms-screens'],
])('names the file of modules %s', (_, reaching, file) => {
  expect(nameOf(reaching, new Set([JOURNAL, EMPLOYEES]))).toBe(file)
})
