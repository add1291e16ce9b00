import { parseSync, Visitor } from 'vite'

/** A function with the lines it takes; `excuse` is what a comment above it says of its length. */
export interface LongFunction {
  readonly name: string
  readonly line: number
  readonly lines: number
  readonly excuse: string | null
}

const EXCUSE = /Above 80 lines: ([^*]+)/

/** The functions of one TypeScript module that are longer than so many lines, callbacks too. */
export function functionsAbove(most: number, path: string, text: string): readonly LongFunction[] {
  const { program, comments } = parseSync(path, text)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const long: LongFunction[] = []
  const judge = (name: string, start: number, end: number) => {
    const lines = lineAt(end) - lineAt(start) + 1
    if (lines <= most) return
    const above = comments.filter((comment) => comment.end <= start && isNextTo(text.slice(comment.end, start)))
    long.push({ name, line: lineAt(start), lines, excuse: EXCUSE.exec(above.at(-1)?.value ?? '')?.[1]?.trim() ?? null })
  }
  new Visitor({
    FunctionDeclaration({ id, start, end }) {
      judge(id?.name ?? 'a function', start, end)
    },
    FunctionExpression({ id, start, end }) {
      judge(id?.name ?? 'a function', start, end)
    },
    ArrowFunctionExpression({ start, end }) {
      judge('a function', start, end)
    },
  }).visit(program)
  return long
}

/** Nothing but the beginning of its own statement lies between a comment and a function. */
const isNextTo = (between: string) => /^\s*(export\s+)?(default\s+)?(async\s+)?(const\s+\w+[^=]*=\s*)?$/.test(between)
