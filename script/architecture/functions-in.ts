import { parseSync, Visitor } from 'vite'

/** A function with the lines it takes; `excuse` is what a comment above it says of its length. */
export interface LongFunction {
  readonly name: string
  readonly line: number
  readonly lines: number
  readonly reason: string | null
}

const REASON = /Above 80 lines: ([^*]+)/

/** The functions of one TypeScript module that are longer than so many lines, callbacks too. */
export function functionsAbove(most: number, path: string, text: string): readonly LongFunction[] {
  const { program, comments } = parseSync(path, text)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const long: LongFunction[] = []
  const measure = (name: string, start: number, end: number) => {
    const lines = lineAt(end) - lineAt(start) + 1
    if (lines <= most) return
    const above = comments.filter((comment) => comment.end <= start && isDirectlyAbove(text.slice(comment.end, start)))
    long.push({ name, line: lineAt(start), lines, reason: REASON.exec(above.at(-1)?.value ?? '')?.[1]?.trim() ?? null })
  }
  new Visitor({
    FunctionDeclaration({ id, start, end }) {
      measure(id?.name ?? 'a function', start, end)
    },
    FunctionExpression({ id, start, end }) {
      measure(id?.name ?? 'a function', start, end)
    },
    ArrowFunctionExpression({ start, end }) {
      measure('a function', start, end)
    },
  }).visit(program)
  return long
}

/** Whether only the beginning of the function's own statement is between the comment and the function. */
const isDirectlyAbove = (between: string) =>
  /^\s*(export\s+)?(default\s+)?(async\s+)?(const\s+\w+[^=]*=\s*)?$/.test(between)
