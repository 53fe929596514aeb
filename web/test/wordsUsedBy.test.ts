import { expect, it } from 'vitest'
import { wordsUsedBy } from '../build/wordsUsedBy.ts'
import ar from '../src/messages/ar.json' with { type: 'json' }
import en from '../src/messages/en.json' with { type: 'json' }

const LIST = ['layout/Shell.tsx', 'applications/list/ApplicationsScreen.tsx']

it('takes the groups that a source and its imports name, whole or in part', () => {
  expect(wordsUsedBy(['layout/ThemeSwitch.tsx'], en)).toEqual({ shell: en.shell })
  expect(wordsUsedBy(['ui/signs/StageSign.tsx'], en)).toEqual({
    shell: en.shell,
    ui: { stageState: en.ui.stageState },
    enums: { stage: en.enums.stage, status: en.enums.status },
  })
})

it('takes the toasts of the calls that are sent', () => {
  const { toasts } = wordsUsedBy(['layout/useLogout.ts'], en)
  expect(toasts).toHaveProperty('logout')
  expect(toasts).not.toHaveProperty('approveUser')
})

it('takes the whole group of a name that is known only when it runs', () => {
  expect(wordsUsedBy(['transactions/approvals/DecisionDialog.tsx'], en)).toHaveProperty('approvals', en.approvals)
})

it('leaves to other screens most of the words, and what the list shows later', () => {
  for (const catalog of [en, ar]) {
    const words = wordsUsedBy(LIST, catalog)
    expect(words).toMatchObject({ shell: catalog.shell, ui: catalog.ui })
    expect(words).not.toHaveProperty('sessionEnd')
    expect(JSON.stringify(words).length).toBeLessThan(JSON.stringify(catalog).length / 3)
  }
})

it('fails for a group that is not there', () => {
  expect(() => wordsUsedBy(['layout/ThemeSwitch.tsx'], { ui: en.ui })).toThrow('there are no words shell')
})
