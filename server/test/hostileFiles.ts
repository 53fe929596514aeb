/** A document of so many empty pages: each of them takes a reader's time and memory. */
export function manyPages(count: number): Buffer {
  const numbers = Array.from({ length: count }, (_, index) => index + 3)
  const pages = numbers.map((number) => `${number} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n`)
  const kids = numbers.map((number) => `${number} 0 R`).join(' ')
  const tree = `1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[${kids}]/Count ${count}>>endobj\n`
  return Buffer.from(`%PDF-1.7\n${tree}${pages.join('')}trailer<</Root 1 0 R>>\n%%EOF\n`)
}
