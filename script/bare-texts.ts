import { type ESTree, parseSync, Visitor } from 'vite'

/** Names of what is elements and never a text. */
const ELEMENTS =
  /^(above|account|actions|banner|below|beforeSubmit|button|children|content|draw\w*|line|mark|notices|progress|select|use)$/

/**
 * Where a text is not the only child of an element. A browser that translates the page replaces every text, and React,
 * which writes the text of such an element anew, would go on with the one that is gone.
 */
export function bareTextsIn(sources: readonly { readonly path: string; readonly text: string }[]): readonly string[] {
  const found = new Set<string>()
  const wide = new Set<string>() // components that draw their children beside something else
  for (const { path, text } of [...sources, ...sources]) {
    const functions: string[] = [] // around the place, without a name where it is no component
    const report = (at: number) => found.add(`${path}:${text.slice(0, at).split('\n').length}`)
    const judge = (node: ESTree.JSXElement | ESTree.JSXFragment) => {
      const kinds = node.children.map(kindOf).filter((kind) => kind !== null)
      const isAlone = kinds.length === 1 && node.type === 'JSXElement'
      if (!isAlone && node.children.some(isChildren)) wide.add(functions.findLast(Boolean) ?? '')
      if (kinds.includes('text') && !(isAlone && !wide.has(nameOf(node.openingElement.name)))) report(node.start)
    }
    const leave = () => void functions.pop()
    new Visitor({
      ...{
        JSXElement: judge,
        JSXFragment: judge,
        'FunctionDeclaration:exit': leave,
        'ArrowFunctionExpression:exit': leave,
      },
      FunctionDeclaration({ id }) {
        functions.push(/^[A-Z]/.test(id?.name ?? '') ? (id?.name ?? '') : '')
      },
      ArrowFunctionExpression() {
        functions.push('')
      },
      ReturnStatement({ argument, start }) {
        if (functions.at(-1) && argument && kindOf(argument) === 'text') report(start)
      },
    }).visit(parseSync(path, text, { preserveParens: false }).program)
  }
  return [...found]
}

/** What a child may draw; null for nothing, and for a space, which nobody translates. */
function kindOf(node: ESTree.JSXChild | ESTree.JSXExpression): 'text' | 'other' | null {
  if (node.type === 'JSXExpressionContainer') return kindOf(node.expression)
  if (node.type === 'JSXText' || node.type === 'Literal') return /[^\s]/.test(`${node.value ?? ''}`) ? 'text' : null
  if (node.type === 'JSXEmptyExpression') return null
  if (node.type === 'ConditionalExpression') return either(node.consequent, node.alternate)
  if (node.type === 'LogicalExpression')
    return node.operator === '&&' ? either(node.right) : either(node.left, node.right)
  const [first] = node.type === 'CallExpression' ? node.arguments : []
  if (first?.type === 'ArrowFunctionExpression' && first.body.type !== 'BlockStatement') return either(first.body)
  const isOther = node.type === 'JSXElement' || node.type === 'JSXFragment' || first?.type === 'ArrowFunctionExpression'
  return isOther || ELEMENTS.test(nameOf(node)) ? 'other' : 'text'
}

const either = (...nodes: readonly ESTree.Expression[]) =>
  nodes.some((node) => kindOf(node) === 'text') ? 'text' : 'other'
const isChildren = (node: ESTree.JSXChild) =>
  node.type === 'JSXExpressionContainer' &&
  node.expression.type === 'Identifier' &&
  nameOf(node.expression) === 'children'

/** The last name in `a`, `a.b`, `a.b()` and `<a>`. */
function nameOf(node: object): string {
  if ('name' in node && typeof node.name === 'string') return node.name
  const inner = 'callee' in node ? node.callee : 'property' in node ? node.property : undefined
  return typeof inner === 'object' && inner !== null ? nameOf(inner) : ''
}
