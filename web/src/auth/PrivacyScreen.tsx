import { Box, Text } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Lead, PublicTitle } from '../layout/PublicCard.tsx'
import { PublicPage } from '../layout/PublicPage.tsx'
import { useSettings } from '../session/settings.ts'
import { SectionTitle } from '../ui/SectionTitle.tsx'
import { useScreen } from '../ui/useScreen.ts'

const PARTS = ['who', 'what', 'why', 'sharing', 'abroad', 'protection', 'retention', 'rights'] as const

/** The privacy notice: which data, why, for whom, how long, and people's rights (T65). */
export function PrivacyScreen() {
  const t = useTranslations('privacyNotice')
  const heading = useScreen(t('title'))
  const { product_name: product, support_contact: contact } = useSettings()
  return (
    <PublicPage width="form">
      <PublicTitle ref={heading} tabIndex={-1}>
        {t('title')}
      </PublicTitle>
      <Lead>{t('lead', { product })}</Lead>
      {PARTS.map((part) => (
        <Box key={part} component="section" mb="lg" aria-labelledby={part}>
          <SectionTitle id={part} mb="2xs">
            {t(`${part}.title`)}
          </SectionTitle>
          <Text textWrap="pretty">{t(`${part}.text`)}</Text>
        </Box>
      ))}
      <Box component="section" mb="lg" aria-labelledby="contact">
        <SectionTitle id="contact" mb="2xs">
          {t('contact.title')}
        </SectionTitle>
        <Text textWrap="pretty">{contact ? t('contact.text', { contact }) : t('contact.unknown')}</Text>
      </Box>
    </PublicPage>
  )
}
