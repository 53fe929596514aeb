import { Fieldset, Select, SimpleGrid, TextInput } from '@mantine/core'
import { EmployeeLocation, STAGE_NAMES, VisaType } from 'contract'
import { useTranslations } from 'use-intl'
import { CHOSEN } from './shapes.ts'

const TYPED = ['free_zone', 'skill_from', 'skill_to', 'nationalities'] as const

/** When a rule applies. */
export function ConditionFields({ props }: { props: (name: string) => object }) {
  const t = useTranslations('rules')
  const enums = useTranslations('enums')
  const choices = [
    ...Object.entries(CHOSEN).map(([name, words]) => ({ name, data: words.map((value) => ({ value, label: t(`words.${value}`) })) })),
    { name: 'visa_type', data: VisaType.options.map((value) => ({ value, label: enums(`visaType.${value}`) })) },
    { name: 'employee_location', data: EmployeeLocation.options.map((value) => ({ value, label: enums(`employeeLocation.${value}`) })) },
    { name: 'stage_name', data: STAGE_NAMES.map((value) => ({ value, label: enums(`stage.${value}`) })) },
  ] as const
  return (
    <Fieldset legend={t('form.conditions')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {choices.map(({ name, data }) => (
          <Select
            key={name}
            {...props(`applies.${name}`)}
            label={t(`conditions.${name as 'emirate'}`)}
            placeholder={t('form.any')}
            clearable
            data={data}
          />
        ))}
        {TYPED.map((name) => (
          <TextInput key={name} {...props(`applies.${name}`)} label={t(`conditions.${name}`)} autoComplete="off" maxLength={200} />
        ))}
      </SimpleGrid>
    </Fieldset>
  )
}
