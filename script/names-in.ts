import { parseAst } from 'vite'

/** A node of the syntax tree; its other fields are read by name. */
type Node = { readonly type: string }

/** Every text, every part of a template and every name of a field in a source file: what may be the key of an answer. */
export function namesIn(path: string, text: string): ReadonlySet<string> {
  const names = new Set<string>()
  visit(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }), (name) => names.add(name))
  return names
}

function visit(value: unknown, found: (name: string) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, found)
  if (!isNode(value) || value.type === 'ImportDeclaration') return
  const name = nameOf(value)
  if (name !== undefined) found(name)
  for (const child of Object.values(value)) visit(child, found)
}

function nameOf(node: Node): string | undefined {
  const field = (name: string): unknown => Reflect.get(node, name)
  switch (node.type) {
    case 'Literal':
      return textOf(field('value'))
    case 'TemplateElement':
      return textOf(Reflect.get(Object(field('value')), 'cooked'))
    case 'MemberExpression':
      return field('computed') === true ? undefined : textOf(Reflect.get(Object(field('property')), 'name'))
    case 'Property':
      return field('computed') === true ? undefined : textOf(Reflect.get(Object(field('key')), 'name'))
    default:
      return undefined
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
