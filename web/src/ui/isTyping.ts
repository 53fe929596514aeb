/** Whether a key is pressed in a field or a dialog, where shortcuts of one letter must not act. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null
