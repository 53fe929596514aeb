/** A journey is gone on the first device by `npm test`, on every one and in both languages by `npm run trust -- journeys`. */
export const EVERYWHERE = process.env.EVERY_DEVICE === '1'

export const onDevices = <Device>(first: Device, ...others: Device[]): Device[] => (EVERYWHERE ? [first, ...others] : [first])

/** What other screens need is loaded when they are opened: sixty files for each page that stands for 2 s take 7 % of the processor. */
export const SAVES_DATA = "Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) })"
