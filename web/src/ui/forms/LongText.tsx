import { Textarea, type TextareaProps } from '@mantine/core'
import type { Ref } from 'react'

interface LongTextProps extends TextareaProps {
  /** Ctrl or ⌘ with Enter was pressed; Enter alone begins a new line. */
  onSend?: () => void
  ref?: Ref<HTMLTextAreaElement>
}

/** A text of several lines; the field grows with it. */
export const LongText = ({ onSend, ...props }: LongTextProps) => (
  <Textarea
    autosize
    minRows={2}
    maxRows={8}
    maxLength={5_000}
    onKeyDown={({ key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey) && onSend?.()}
    {...props}
  />
)
