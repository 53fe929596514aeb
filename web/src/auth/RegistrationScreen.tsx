import { Anchor, Button, Checkbox, Flex, Group, Radio, SimpleGrid, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CompanyCategory } from 'contract'
import { useTranslations } from 'use-intl'
import { Dialogs } from '../feedback/Dialogs.tsx'
import { Lead, PublicTitle } from '../layout/PublicCard.tsx'
import { PublicPage } from '../layout/PublicPage.tsx'
import { FormErrorSummary } from '../ui/forms/FormErrorSummary.tsx'
import { PasswordField } from '../ui/forms/PasswordField.tsx'
import { PasswordStrength } from '../ui/forms/PasswordStrength.tsx'
import { SubmitButton } from '../ui/forms/SubmitButton.tsx'
import { useScreen } from '../ui/useScreen.ts'
import classes from './auth.module.css'
import { BackLink } from './BackLink.tsx'
import { FIELD_ORDER, type RegistrationField } from './registrationForm.ts'
import { type RegistrationForm, useRegistration } from './useRegistration.ts'

const idOf = (field: string): string => `registration-${field}`

export function RegistrationScreen() {
  const t = useTranslations('registration')
  const heading = useScreen(t('title'))
  const { form, submit, attempt, busy } = useRegistration()
  return (
    <PublicPage width="form">
      <Dialogs />
      <BackLink to="/customer-login" label={t('backToLogin')} />
      <PublicTitle ref={heading} tabIndex={-1}>
        {t('title')}
      </PublicTitle>
      <Lead>{t('lead')}</Lead>
      <form noValidate onSubmit={submit}>
        <FormErrorSummary errors={form.errors} order={FIELD_ORDER} attempt={attempt} idOf={idOf} mb="lg" />
        <CompanySection form={form} />
        <AccountSection form={form} />
        <Text size="sm" lh="inherit" c="dimmed" mb="ml">
          {t.rich('privacy', {
            notice: (words) => (
              <Anchor inherit renderRoot={(props) => <Link {...props} to="/privacy" target="_blank" />}>
                {words}
              </Anchor>
            ),
          })}
        </Text>
        <Group gap="sm">
          <SubmitButton size="md" w={{ base: '100%', sm: 'auto' }} disabled={busy}>
            {busy ? t('busy') : t('submit')}
          </SubmitButton>
          <Button variant="default" size="md" w={{ base: '100%', sm: 'auto' }} renderRoot={(props) => <Link {...props} to="/" />}>
            {t('cancel')}
          </Button>
        </Group>
      </form>
    </PublicPage>
  )
}

/** The props that all text fields share. */
function useField(form: RegistrationForm) {
  const t = useTranslations('registration')
  return (field: Exclude<RegistrationField, 'company_category'>) => ({
    id: idOf(field),
    label: t(field),
    required: true,
    withAsterisk: false,
    ...form.getInputProps(field),
  })
}

function CompanySection({ form }: { form: RegistrationForm }) {
  const t = useTranslations('registration')
  const categories = useTranslations('enums.companyCategory')
  const field = useField(form)
  return (
    <fieldset className={classes.section}>
      <legend>{t('company')}</legend>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="ml" verticalSpacing="md">
        <TextInput {...field('company_name')} autoComplete="organization" />
        <TextInput {...field('trade_license')} autoComplete="off" />
        <TextInput {...field('contact_person')} autoComplete="name" />
        <TextInput {...field('company_email')} type="email" autoComplete="email" spellCheck={false} />
        <TextInput {...field('company_phone')} type="tel" autoComplete="tel" />
        <Radio.Group label={t('company_category')} {...form.getInputProps('company_category')}>
          <Flex wrap="wrap" rowGap="xs" columnGap="lg" py="xs">
            {CompanyCategory.options.map((category) => (
              <Radio key={category} value={category} label={categories(category)} />
            ))}
          </Flex>
        </Radio.Group>
      </SimpleGrid>
    </fieldset>
  )
}

function AccountSection({ form }: { form: RegistrationForm }) {
  const t = useTranslations('registration')
  const field = useField(form)
  const { same_as_contact, contact_person, company_email, user_password } = form.values
  const copied = (value: string) => (same_as_contact ? { value, disabled: true, error: undefined } : {})
  return (
    <fieldset className={classes.section}>
      <legend>{t('account')}</legend>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="ml" verticalSpacing="md">
        <Checkbox
          style={{ gridColumn: '1 / -1' }}
          label={t('sameAsContact')}
          description={t('sameAsContactText')}
          checked={same_as_contact}
          onChange={(event) => {
            const same = event.currentTarget.checked
            form.setValues({ same_as_contact: same, user_full_name: '', user_email: '' })
            form.clearFieldError('user_full_name')
            form.clearFieldError('user_email')
          }}
        />
        <TextInput {...field('user_full_name')} autoComplete="name" {...copied(contact_person)} />
        <TextInput {...field('user_email')} type="email" autoComplete="username" spellCheck={false} {...copied(company_email)} />
        <div>
          <PasswordField {...field('user_password')} autoComplete="new-password" description={t('passwordHint')} />
          <PasswordStrength password={user_password} />
        </div>
        <PasswordField {...field('confirm_password')} autoComplete="new-password" />
      </SimpleGrid>
    </fieldset>
  )
}
