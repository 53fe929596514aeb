import { Box, Button, type ButtonProps, Stack } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type CompanyRecord, getCompany, listCompanyHistory, type Tagged } from 'contract'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoad } from '../api/useLoad.ts'
import { EstablishmentCard } from '../panels/establishment/EstablishmentCard.tsx'
import { HistoryPanel } from '../panels/HistoryPanel.tsx'
import { PaperSection } from '../panels/papers/PaperSection.tsx'
import { useSession } from '../session/session.ts'
import { Card } from '../ui/Card.tsx'
import { SubmitButton } from '../ui/forms/SubmitButton.tsx'
import { Page } from '../ui/Page.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { LoadError } from '../ui/states/LoadError.tsx'
import { CompanyFacts } from './CompanyFacts.tsx'
import classes from './CompanyProfileScreen.module.css'
import { ProfileDocuments } from './ProfileDocuments.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { ProfileSkeleton } from './ProfileSkeleton.tsx'
import { profileInput } from './useProfileEdit.ts'

/** The active company: its facts, documents and history (§2, U57). */
export function CompanyProfileScreen() {
  const { activeCompanyId } = useSession()
  return activeCompanyId ? <Loading key={activeCompanyId} id={activeCompanyId} /> : <NoCompany />
}

function NoCompany() {
  const t = useTranslations('companyProfile')
  const add = (
    <Button leftSection={<IconPlus size={16} />} renderRoot={(props) => <Link {...props} to="/companies" search={{ dialog: 'add' }} />}>
      {t('add')}
    </Button>
  )
  return (
    <Page title={t('title')}>
      <EmptyState title={t('none')} hint={t('noneHint')} action={add} />
    </Page>
  )
}

function Loading({ id }: { id: string }) {
  const t = useTranslations('companyProfile')
  const { data, error, refetch } = useLoad(getCompany, profileInput(id))
  if (data) return <Profile company={data} />
  return (
    <Page title={t('title')} actions={!error && <EditButton disabled />}>
      {error ? <LoadError text={t('failed')} refusal={error} onRetry={() => void refetch()} /> : <ProfileSkeleton />}
    </Page>
  )
}

const FORM = 'company-profile-form'

function Profile({ company }: { company: Tagged<CompanyRecord> }) {
  const t = useTranslations('companyProfile')
  const [editing, setEditing] = useState(false)
  const [state, setState] = useState({ savable: false, busy: false })
  const history = useLoad(listCompanyHistory, { params: { id: company.id } })
  const edit = useFocusAfter(editing)
  return (
    <Page
      title={t('title')}
      actions={
        editing ? (
          <>
            <Button variant="default" onClick={() => setEditing(false)}>
              {t('cancel')}
            </Button>
            <SubmitButton form={FORM} disabled={!state.savable || state.busy}>
              {state.busy ? t('saving') : t('save')}
            </SubmitButton>
          </>
        ) : (
          <EditButton ref={edit} onClick={() => setEditing(true)} />
        )
      }
    >
      <div className={classes.columns}>
        <Stack gap="xl" miw={0}>
          <Card component="section" p={{ base: 'md', sm: 'lg' }} aria-label={t('details')}>
            {editing ? (
              <ProfileForm id={FORM} loaded={company} onStateChange={setState} onDone={() => setEditing(false)} />
            ) : (
              <CompanyFacts company={company} />
            )}
          </Card>
          <EstablishmentCard company_id={company.id} />
          <PaperSection of={{ company_id: company.id }} title="company" />
          <ProfileDocuments company={company} />
        </Stack>
        <Box miw={0}>
          <HistoryPanel id={company.id} entries={history.data} refusal={history.error} onRetry={() => void history.refetch()} />
        </Box>
      </div>
    </Page>
  )
}

function EditButton(props: ButtonProps & ComponentProps<'button'>) {
  const t = useTranslations('companyProfile')
  return (
    <Button leftSection={<IconPencil size={16} />} {...props}>
      {t('edit')}
    </Button>
  )
}

/** Returns the focus to the Edit button when the edit ends. */
function useFocusAfter(editing: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const before = useRef(editing)
  useEffect(() => {
    if (before.current && !editing) button.current?.focus()
    before.current = editing
  }, [editing])
  return button
}
