import { Button } from '@mantine/core'
import { FormButtons } from './FormButtons.tsx'
import { SubmitButton } from './SubmitButton.tsx'

interface SaveButtonsProps {
  cancel: string
  save: string
  disabled: boolean
  onCancel: () => void
}

/** How most forms end. */
export const SaveButtons = ({ cancel, save, disabled, onCancel }: SaveButtonsProps) => (
  <FormButtons>
    <Button variant="default" onClick={onCancel}>
      {cancel}
    </Button>
    <SubmitButton disabled={disabled}>{save}</SubmitButton>
  </FormButtons>
)
