/**
 * Finds groups of nodes that reach each other (strongly connected components, Tarjan), each sorted, smallest name
 * first. A node that points to itself is a group of one. An empty list means that there are no cycles.
 */
export function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const visits = new Map<string, { readonly order: number; lowest: number }>()
  const stack: string[] = []
  const cycles: string[][] = []

  function visit(node: string): { lowest: number } {
    const own = { order: visits.size, lowest: visits.size }
    visits.set(node, own)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      const seen = visits.get(next)
      if (seen === undefined) own.lowest = Math.min(own.lowest, visit(next).lowest)
      else if (stack.includes(next)) own.lowest = Math.min(own.lowest, seen.order)
    }
    if (own.lowest === own.order) {
      const group = stack.splice(stack.indexOf(node))
      if (group.length > 1 || graph.get(node)?.includes(node)) cycles.push(group.sort())
    }
    return own
  }

  for (const node of graph.keys()) if (!visits.has(node)) visit(node)
  return cycles.sort((a, b) => (a[0] ?? '').localeCompare(b[0] ?? ''))
}
