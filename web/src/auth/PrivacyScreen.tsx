import { useTranslations } from 'use-intl'
import { PublicPage } from '../layout/PublicPage.tsx'
import { useSettings } from '../session/settings.ts'
import { useScreen } from '../ui/useScreen.ts'
import classes from './auth.module.css'

const PARTS = ['who', 'what', 'why', 'sharing', 'abroad', 'protection', 'retention', 'rights'] as const

/** What is kept of whom, why, who gets it, how long, and what one may ask for (T65). */
export function PrivacyScreen() {
  const t = useTranslations('privacyNotice')
  const heading = useScreen(t('title'))
  const { product_name: product, support_contact: contact } = useSettings()
  return (
    <PublicPage width="form">
      <h1 ref={heading} tabIndex={-1} className={classes.title}>
        {t('title')}
      </h1>
      <p className={classes.lead}>{t('lead', { product })}</p>
      {PARTS.map((part) => (
        <section key={part} className={classes.notice} aria-labelledby={part}>
          <h2 id={part}>{t(`${part}.title`)}</h2>
          <p>{t(`${part}.text`)}</p>
        </section>
      ))}
      <section className={classes.notice} aria-labelledby="contact">
        <h2 id="contact">{t('contact.title')}</h2>
        <p>{contact ? t('contact.text', { contact }) : t('contact.unknown')}</p>
      </section>
    </PublicPage>
  )
}
