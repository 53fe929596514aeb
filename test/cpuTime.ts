/** The milliseconds of the processor that it takes, however busy the machine is. */
export async function cpuTime(act: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
