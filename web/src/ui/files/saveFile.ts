/** Hands a file to the person under a name. */
export function saveFile(bytes: Blob, fileName: string): void {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser has taken the file once the click's task is over; Safari needs a moment more.
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
