import { type ESTree, parseSync } from 'vite'

const NAMES =
  'above|account|actions|banner|before\\w+|below|button|children|content|draw\\w*|line|mark|meanwhile|notices'
/** The source of what is no text: an element, the body of a function, and names that elements are given. */
const ELEMENTS = new RegExp(`^[<{]|^([\\w?.]+\\.)?(${NAMES}|progress|select|use)(\\(.*\\))?$`, 's')

/**
 * Where a text is not the only child of an element. A browser that translates the page replaces every text, and React,
 * which writes the text of such an element anew, would go on with the one that is gone.
 */
export function bareTextsIn(sources: readonly { readonly path: string; readonly text: string }[]): readonly string[] {
  const [found, wide] = [new Set<string>(), new Set<string>()] // components that draw children beside something are wide
  for (const { path, text } of [...sources, ...sources]) {
    const drawn = (node: ESTree.Node) => drawnBy(node).map(({ start, end }) => text.slice(start, end))
    const search = (node: ESTree.Node, around: string) => {
      const children = 'children' in node ? node.children.map(drawn).filter(({ length }) => length > 0) : []
      const isAlone = children.length === 1 && node.type === 'JSXElement'
      if (!isAlone && children.flat().includes('children')) wide.add(around)
      const isRight = isAlone && !drawn(node.openingElement.name).some((name) => wide.has(name))
      const returned = node.type === 'ReturnStatement' && node.argument && around ? drawn(node.argument) : []
      const isBare = [...(isRight ? [] : children.flat()), ...returned].some((source) => !ELEMENTS.test(source))
      if (isBare) found.add(`${path}:${text.slice(0, node.start).split('\n').length}`)
      const own = 'params' in node ? /^function ([A-Z]\w*)/.exec(text.slice(node.start))?.[1] : around
      for (const each of Object.values(node).flat()) if (each?.type) search(each, own ?? '')
    }
    search(parseSync(path, text, { preserveParens: false }).program, '')
  }
  return [...found]
}

/** Every expression that a child may draw; none for a space, which nobody translates. */
function drawnBy(node: ESTree.Node): readonly ESTree.Node[] {
  if (node.type === 'JSXExpressionContainer') return drawnBy(node.expression)
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate].flatMap(drawnBy)
  if (node.type === 'LogicalExpression')
    return [node.left, node.right].slice(node.operator === '&&' ? 1 : 0).flatMap(drawnBy)
  const [first] = node.type === 'CallExpression' ? node.arguments : []
  if (first?.type === 'ArrowFunctionExpression') return drawnBy(first.body)
  return /^JSXEmpty/.test(node.type) || ('value' in node && `${node.value ?? ''}`.trim() === '') ? [] : [node]
}
