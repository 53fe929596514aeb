/** The part of an address that leads to the field of a new message. */
export const MESSAGE = 'message'
