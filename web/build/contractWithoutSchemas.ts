import { basename } from 'node:path'
import type { Plugin } from 'vite'

/** The members of a call that only the server, its tests and the API page read. */
const OF_THE_SERVER = new Set('summary params query body status extension carries_documents journal before_two_step refuses'.split(' '))

interface Node {
  type: string
  start: number
  end: number
}
interface Declared {
  id: { name: string }
  init?: Node | null
}
interface Statement extends Node {
  declaration?: Statement | null
  declarations?: Declared[]
}
interface Definition extends Node {
  callee: { name?: string }
  arguments: [Node, Node, Node & { properties: (Node & { key: { name: string } })[] }]
}

/**
 * The contract as the browser needs it: calls without their schemas, and the schemas of forms apart from the rest, so that they are
 * loaded by the screens that import them and by no other. What nobody imports is dropped.
 */
export const contractWithoutSchemas: Plugin = {
  name: 'contract-without-schemas',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\/src\/\w+\.ts(\?schemas)?$/ },
    handler(code, id) {
      const statements = this.parse(code, { lang: 'ts' }).body as unknown as Statement[]
      const apart = id.endsWith('?schemas') ? [] : statements.filter(declaresSchema)
      const names = apart.flatMap(declaredBy).map(({ id: { name } }) => name)
      const file = `./${basename(id)}?schemas`
      const imported = names.length > 0 ? `\nimport { ${names.join(', ')} } from '${file}'\nexport { ${names.join(', ')} }\n` : ''
      // From the end, so that the places before stay the same.
      const slim = statements.toReversed().reduce((text, statement) => {
        const own = apart.includes(statement) ? '' : pure(code, statement)
        return text.slice(0, statement.start) + own + text.slice(statement.end)
      }, code)
      return { code: slim + imported, map: null }
    },
  },
}

const declaredBy = ({ declaration, declarations }: Statement): Declared[] => declarations ?? declaration?.declarations ?? []

const SCHEMA_NAME = /^[A-Z][a-z]/
/** By its name: functions begin with a small letter, and other values have capitals only. */
const declaresSchema = (statement: Statement): boolean =>
  statement.type === 'ExportNamedDeclaration' && declaredBy(statement).some(({ id }) => SCHEMA_NAME.test(id.name))

/** The statement with its values marked as droppable. */
function pure(code: string, statement: Statement): string {
  let text = code.slice(statement.start, statement.end)
  for (const { init } of declaredBy(statement).toReversed()) {
    if (!init || init.type === 'ArrowFunctionExpression' || !/\(/.test(code.slice(init.start, init.end))) continue
    const value = isCall(init) ? withoutSchemas(code, init) : code.slice(init.start, init.end)
    text = `${text.slice(0, init.start - statement.start)}/* @__PURE__ */ (() => (${value}))()${text.slice(init.end - statement.start)}`
  }
  return text
}

const isCall = (init: Node): init is Definition => init.type === 'CallExpression' && (init as Definition).callee.name === 'call'

function withoutSchemas(code: string, { start, arguments: [, , options] }: Definition): string {
  const kept = options.properties.filter(({ key }) => !OF_THE_SERVER.has(key.name))
  // The web asks only whether there is a reply.
  const members = kept.map(({ key, start: from, end }) => (key.name === 'reply' ? 'reply: true' : code.slice(from, end)))
  return `${code.slice(start, options.start)}{ ${members.join(', ')} })`
}
