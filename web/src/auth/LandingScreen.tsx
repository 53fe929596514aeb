import { Button, Flex, Text } from '@mantine/core'
import { type Icon, IconListCheck, IconRoute, IconShieldCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { PublicPage } from '../layout/PublicPage.tsx'
import { SectionTitle } from '../ui/SectionTitle.tsx'
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
          <Text fz={{ base: 'md', sm: '1.125rem' }} lh={{ base: '1.5rem', sm: '1.75rem' }} maw="32rem" mt="ml" c="dimmed">
            {t('tagline')}
          </Text>
          <section className={classes.portal} aria-labelledby="portal">
            <SectionTitle id="portal">{t('customerPortal')}</SectionTitle>
            <Text c="dimmed">{t('customerPortalText')}</Text>
            <Flex wrap="wrap" align="center" rowGap="sm" columnGap="ml" mt="ml">
              <Button size="md" w={{ base: '100%', sm: 'auto' }} renderRoot={(props) => <Link {...props} to="/customer-login" />}>
                {t('customerLogin')}
              </Button>
              <Text span c="dimmed">
                {t('registerText')}{' '}
                <Link to="/client-register" className={classes.register}>
                  {t('register')}
                </Link>
              </Text>
            </Flex>
          </section>
        </div>
        <SampleCase />
      </div>
      <section className={classes.features} aria-label={t('features')}>
        {FEATURES.map(({ name, Icon }) => (
          <article key={name}>
            <Icon size={24} stroke={1.5} color="var(--link)" aria-hidden />
            <SectionTitle mt="sm">{t(name)}</SectionTitle>
            <Text maw="22rem" mt="2xs" c="dimmed">
              {t(`${name}Text`)}
            </Text>
          </article>
        ))}
      </section>
    </PublicPage>
  )
}
