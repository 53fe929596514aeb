/** Saves a file under a name in the person's downloads. */
export function saveFile(bytes: Blob, fileName: string): void {
  const url = URL.createObjectURL(bytes)
  saveAddress(url, fileName)
  // The browser reads the file after this task; Safari needs a moment longer.
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Saves what an address answers, as it comes and under the name that it gives. */
export function saveAddress(url: string, fileName = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
}
