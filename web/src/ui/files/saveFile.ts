/** Saves a file under a name in the person's downloads. */
export function saveFile(bytes: Blob, fileName: string): void {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser reads the file after this task; Safari needs a moment longer.
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
