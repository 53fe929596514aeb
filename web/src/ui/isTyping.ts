/** Whether a key belongs to a field or a dialog, so that a shortcut of one letter leaves it alone. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null
