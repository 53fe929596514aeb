import { Button, Checkbox, Radio, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CompanyCategory } from 'contract'
import { useTranslations } from 'use-intl'
import { Dialogs } from '../feedback/Dialogs.tsx'
import { PublicPage } from '../layout/PublicPage.tsx'
import { FormErrorSummary } from '../ui/forms/FormErrorSummary.tsx'
import { PasswordField } from '../ui/forms/PasswordField.tsx'
import { PasswordStrength } from '../ui/forms/PasswordStrength.tsx'
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
      <h1 ref={heading} tabIndex={-1} className={classes.title}>
        {t('title')}
      </h1>
      <p className={classes.lead}>{t('lead')}</p>
      <form noValidate onSubmit={submit}>
        <FormErrorSummary errors={form.errors} order={FIELD_ORDER} attempt={attempt} idOf={idOf} />
        <CompanySection form={form} />
        <AccountSection form={form} />
        <p className={classes.agree}>
          {t.rich('privacy', {
            notice: (words) => (
              <Link to="/privacy" target="_blank">
                {words}
              </Link>
            ),
          })}
        </p>
        <div className={classes.buttons}>
          <Button type="submit" size="md" disabled={busy}>
            {busy ? t('busy') : t('submit')}
          </Button>
          <Button variant="default" size="md" renderRoot={(props) => <Link {...props} to="/" />}>
            {t('cancel')}
          </Button>
        </div>
      </form>
    </PublicPage>
  )
}

/** What every text field of the form has in common. */
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
      <div className={classes.grid}>
        <TextInput {...field('company_name')} autoComplete="organization" />
        <TextInput {...field('trade_license')} autoComplete="off" />
        <TextInput {...field('contact_person')} autoComplete="name" />
        <TextInput {...field('company_email')} type="email" autoComplete="email" spellCheck={false} />
        <TextInput {...field('company_phone')} type="tel" autoComplete="tel" />
        <Radio.Group label={t('company_category')} {...form.getInputProps('company_category')}>
          <div className={classes.options}>
            {CompanyCategory.options.map((category) => (
              <Radio key={category} value={category} label={categories(category)} />
            ))}
          </div>
        </Radio.Group>
      </div>
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
      <div className={classes.grid}>
        <Checkbox
          className={classes.wide ?? ''}
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
      </div>
    </fieldset>
  )
}
