/** The digits of Arabic, and of Persian and Urdu, as those of this language. */
export const westernDigits = (text: string): string => text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
