import { Button } from '@mantine/core'
import { type Icon, IconListCheck, IconRoute, IconShieldCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { PublicPage } from '../layout/PublicPage.tsx'
import { useScreen } from '../ui/useScreen.ts'
import classes from './LandingScreen.module.css'
import { SampleCase } from './SampleCase.tsx'

const FEATURES = [
  { name: 'visaProcessing', Icon: IconListCheck },
  { name: 'tracking', Icon: IconRoute },
  { name: 'secure', Icon: IconShieldCheck },
] as const satisfies { name: string; Icon: Icon }[]

export function LandingScreen() {
  const t = useTranslations('landing')
  const heading = useScreen(t('name'))
  return (
    <PublicPage
      aside={
        <Button variant="subtle" color="gray" renderRoot={(props) => <Link {...props} to="/admin-login" />}>
          {t('adminLogin')}
        </Button>
      }
    >
      <div className={classes.hero}>
        <div>
          <h1 ref={heading} tabIndex={-1} className={classes.headline}>
            {t('title')}
          </h1>
          <p className={classes.tagline}>{t('tagline')}</p>
          <section className={classes.portal} aria-labelledby="portal">
            <h2 id="portal" className={classes.portalTitle}>
              {t('customerPortal')}
            </h2>
            <p className={classes.portalText}>{t('customerPortalText')}</p>
            <div className={classes.ways}>
              <Button size="md" renderRoot={(props) => <Link {...props} to="/customer-login" />}>
                {t('customerLogin')}
              </Button>
              <span className={classes.register}>
                {t('registerText')}{' '}
                <Link to="/client-register" className={classes.registerLink}>
                  {t('register')}
                </Link>
              </span>
            </div>
          </section>
        </div>
        <SampleCase />
      </div>
      <section className={classes.features} aria-label={t('features')}>
        {FEATURES.map(({ name, Icon }) => (
          <article key={name}>
            <Icon size={24} stroke={1.5} aria-hidden />
            <h2 className={classes.feature}>{t(name)}</h2>
            <p>{t(`${name}Text`)}</p>
          </article>
        ))}
      </section>
    </PublicPage>
  )
}
