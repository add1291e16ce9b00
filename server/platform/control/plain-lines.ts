/** Formats a command's result as lines of text: one per item of a list, `name: value` for the entries of an object. */
export function plainLines(result: unknown): readonly string[] {
  if (result === null || result === undefined) return []
  if (Array.isArray(result)) return result.map(inOneLine)
  if (typeof result === 'object') return Object.entries(result).map(([name, value]) => `${name}: ${inOneLine(value)}`)
  return [String(result)]
}

const inOneLine = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
