import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'

const root = join(import.meta.dirname, '..')

/** The source files with what applicants read, besides the form: pages, dialogs, fields, errors and mails. */
export const filesForApplicants: readonly string[] = [
  ...globSync('screen/{app,applying,documents,fields,parts}/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !/test|testing/.test(path),
  ),
  'api/errors.ts',
  'server/running/mail/mail-wording.ts',
  'server/platform/http/refusal.ts',
  'server/app/refused-file.ts',
]
  .toSorted()
  .map((path) => join(root, path))

/** A node of the syntax tree; its other fields are read by name. */
type Node = { readonly type: string }

/**
 * What applicants may read in a source file: strings of several words, and the text of JSX elements with the text inside
 * them. Texts of imports, types and thrown errors are not read by anybody.
 */
export function textsIn(path: string): readonly string[] {
  const texts: string[] = []
  visit(parseAst(readFileSync(path, 'utf8'), { lang: path.endsWith('x') ? 'tsx' : 'ts' }), (text) => {
    const words = text.replace(/\s+/g, ' ').trim()
    if (/\p{L} \p{L}/u.test(words)) texts.push(words)
  })
  return texts
}

const SKIPPED = new Set(['ImportDeclaration', 'TSTypeAliasDeclaration', 'ThrowStatement'])

function visit(value: unknown, found: (text: string) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, found)
  if (!isNode(value) || SKIPPED.has(value.type)) return
  const text = textOf(value)
  if (text !== undefined) found(text)
  for (const [name, child] of Object.entries(value)) {
    // The text inside an element with text of its own is part of it.
    if (text !== undefined && name === 'children') visitAttributes(child, found)
    else if (name !== 'quasis') visit(child, found)
  }
}

/** Attributes and embedded expressions are texts of their own. */
function visitAttributes(children: unknown, found: (text: string) => void): void {
  if (!Array.isArray(children)) return
  for (const child of children) {
    if (!isNode(child)) continue
    if (child.type === 'JSXExpressionContainer') visit(child, found)
    if (child.type === 'JSXElement') {
      visit(Reflect.get(child, 'openingElement'), found)
      visitAttributes(Reflect.get(child, 'children'), found)
    }
  }
}

/** The text of a literal, of a template, or of an element that has text of its own; undefined for everything else. */
function textOf(node: Node): string | undefined {
  const value: unknown = Reflect.get(node, 'value')
  if (node.type === 'Literal') return typeof value === 'string' ? value.replace(/\{\w+\}/g, 'X') : undefined
  if (node.type === 'TemplateLiteral') return cooked(node).join('X')
  const children: unknown = Reflect.get(node, 'children')
  if (!node.type.startsWith('JSX') || !Array.isArray(children)) return undefined
  const hasText = children.some((child) => isNode(child) && child.type === 'JSXText' && /\p{L}/u.test(rawOf(child)))
  return hasText ? joined(children) : undefined
}

function joined(children: readonly unknown[]): string {
  return children
    .map((child) => {
      if (!isNode(child)) return ''
      if (child.type === 'JSXText') return rawOf(child)
      const inside: unknown = Reflect.get(child, 'children')
      if (Array.isArray(inside)) return joined(inside)
      const expression: unknown = Reflect.get(child, 'expression')
      if (!isNode(expression)) return ''
      const value: unknown = Reflect.get(expression, 'value')
      return typeof value === 'string' ? value : expression.type === 'JSXEmptyExpression' ? '' : 'X'
    })
    .join('')
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
const rawOf = (node: Node) => String(Reflect.get(node, 'value'))

function cooked(node: Node): readonly string[] {
  const quasis: unknown = Reflect.get(node, 'quasis')
  return Array.isArray(quasis) ? quasis.map((each) => String(each?.value?.cooked ?? '')) : []
}
