import { Kbd, Modal, Switch, Text } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { areSingleKeysOn, isSingle, KEYS, keepSingleKeys, keysInUse } from '../../ui/keys.ts'
import classes from './KeyList.module.css'
import { PALETTE_KEY } from './paletteKey.ts'

interface KeyListProps {
  opened: boolean
  onClose: () => void
}

/** The keys that mean something now: everywhere, and on the screen behind. */
export function KeyList({ opened, onClose }: KeyListProps) {
  const t = useTranslations('keys')
  const mounted = useMounted()
  const [single, setSingle] = useState(areSingleKeysOn)
  const acts = ({ key }: { key: string }) => single || !isSingle(key)
  const here = keysInUse()
    .map((name) => ({ key: KEYS[name], meaning: t(`of.${name}`) }))
    .filter(acts)
  const everywhere = [
    { key: PALETTE_KEY, meaning: t('palette') },
    { key: '?', meaning: t('list') },
    { key: 'Esc', meaning: t('close') },
  ].filter(acts)
  const turn = (on: boolean) => {
    keepSingleKeys(on)
    setSingle(on)
  }
  return (
    <Modal opened={opened && mounted} onClose={onClose} title={t('title')} closeButtonProps={{ 'aria-label': t('closeList') }}>
      <Part title={t('everywhere')} keys={everywhere} />
      {here.length > 0 ? <Part title={t('here')} keys={here} /> : single && <Text size="sm">{t('noneHere')}</Text>}
      <Switch
        mt="lg"
        label={t('single')}
        description={t('singleText')}
        styles={{ description: { paddingInlineStart: 'var(--mantine-spacing-sm)' } }}
        checked={single}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
    </Modal>
  )
}

function Part({ title, keys }: { title: string; keys: { key: string; meaning: string }[] }) {
  return (
    <section aria-label={title}>
      <Text component="h3" size="sm" fw={600}>
        {title}
      </Text>
      <dl className={classes.list}>
        {keys.map(({ key, meaning }) => (
          <div key={key} className={classes.row}>
            <dt>
              <Kbd dir="ltr">{key}</Kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
