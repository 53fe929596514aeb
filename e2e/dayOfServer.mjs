// For a server of a spec: its clock stands at the moment of DAY_OF_SERVER when it starts, and goes on from there.
const shift = Date.parse(process.env.DAY_OF_SERVER ?? '') - Date.now()
const Machine = Date

globalThis.Date = class extends Machine {
  constructor(...given) {
    if (given.length === 0) super(Machine.now() + shift)
    else super(...given)
  }
  static now() {
    return Machine.now() + shift
  }
}
