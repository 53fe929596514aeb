/** The rules of a minified style sheet that this HTML needs, without fonts and print. */
export function criticalStyles(sheet: string, html: string): string {
  const classes = new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)))
  return keep(sheet, classes)
}

const WITHIN = /^@(media|layer|supports)\b/
const DROPPED = /^@(font-face|media print(?!,)|keyframes|charset|import)/

function keep(sheet: string, classes: Set<string>): string {
  let kept = ''
  for (const { head, body } of blocksOf(sheet)) {
    if (body === undefined) kept += DROPPED.test(head) ? '' : `${head};`
    else if (DROPPED.test(head)) continue
    else if (WITHIN.test(head)) {
      const inside = keep(body, classes)
      if (inside) kept += `${head}{${inside}}`
    } else {
      const needed = head.split(/,(?![^(]*\))/).filter((selector) => isNeeded(selector, classes))
      if (needed.length > 0) kept += `${needed.join(',')}{${body}}`
    }
  }
  return kept
}

/** Whether all its classes are in the page; what it asks besides does not matter. */
function isNeeded(selector: string, classes: Set<string>): boolean {
  const named = selector.replace(/:(not|where|has|is)\([^()]*\)/g, '').matchAll(/\.((?:[\w-]|\\.)+)/g)
  return [...named].every(([, name = '']) => classes.has(name.replaceAll('\\', '')))
}

/** The statements of one level: rules with their bodies, and statements that end with a semicolon. */
function blocksOf(sheet: string): { head: string; body?: string }[] {
  const blocks: { head: string; body?: string }[] = []
  let from = 0
  for (let at = 0; at < sheet.length; at++) {
    const sign = sheet[at]
    if (sign === '"' || sign === "'") at = sheet.indexOf(sign, at + 1)
    else if (sign === ';') {
      blocks.push({ head: sheet.slice(from, at).trim() })
      from = at + 1
    } else if (sign === '{') {
      const end = endOf(sheet, at)
      blocks.push({ head: sheet.slice(from, at).trim(), body: sheet.slice(at + 1, end) })
      at = end
      from = end + 1
    }
  }
  return blocks
}

function endOf(sheet: string, opened: number): number {
  let depth = 0
  for (let at = opened; at < sheet.length; at++) {
    const sign = sheet[at]
    if (sign === '"' || sign === "'") at = sheet.indexOf(sign, at + 1)
    else if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return at
  }
  throw new Error('a style sheet ends inside a rule')
}
