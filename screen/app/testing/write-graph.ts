/** One write of one key: a person typed an answer, or the server cleared it because of another answer. */
export type WriteId = `${string}:${number}:${string}`

export const writeId = (device: string, number: number, key: string): WriteId => `${device}:${number}:${key}`

/**
 * Records which earlier writes each write knew of, independently of the product. A write replaces the value on the screen
 * on which it was typed, and everything that its device had written under that key before.
 */
export function createWriteGraph() {
  const replaced = new Map<WriteId, Set<WriteId>>()
  const values = new Map<WriteId, string>()
  const byDevice = new Map<string, { readonly id: WriteId; readonly number: number }[]>()
  const siblingsOf = (id: WriteId) => {
    const [device, number, key] = id.split(':')
    return { name: `${device}:${key}`, number: Number(number) }
  }
  return {
    add(id: WriteId, value: string): void {
      if (replaced.has(id)) return
      replaced.set(id, new Set())
      values.set(id, value)
      const { name, number } = siblingsOf(id)
      byDevice.set(name, [...(byDevice.get(name) ?? []), { id, number }])
    },
    replaces(id: WriteId, other: WriteId | undefined): void {
      if (other !== undefined && other !== id) replaced.get(id)?.add(other)
    },
    valueOf: (id: WriteId) => values.get(id),
    /** The write itself and the later ones of its device. */
    sameOrLater(id: WriteId): readonly WriteId[] {
      const { name, number } = siblingsOf(id)
      return (byDevice.get(name) ?? []).filter((each) => each.number >= number).map((each) => each.id)
    },
    /** All writes that were known when this one was made, and itself. */
    knownWhenWriting(id: WriteId): ReadonlySet<WriteId> {
      const known = new Set<WriteId>()
      const open = [id]
      for (let each = open.pop(); each !== undefined; each = open.pop()) {
        if (known.has(each)) continue
        known.add(each)
        const { name, number } = siblingsOf(each)
        const earlier = (byDevice.get(name) ?? [])
          .filter((sibling) => sibling.number < number)
          .map((sibling) => sibling.id)
        open.push(...(replaced.get(each) ?? []), ...earlier)
      }
      return known
    },
  }
}
