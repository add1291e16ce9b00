/** One writing of one key: what a person typed, or what the server emptied because of it. */
export type WritingId = `${string}:${number}:${string}`

export const writingId = (device: string, number: number, key: string): WritingId => `${device}:${number}:${key}`

/**
 * Which writing was made knowing of which: an independent account of what may replace what. A writing replaces what stood
 * on the screen of whoever made it, and everything its own device had written into that key before.
 */
export function createWritingsGraph() {
  const replaced = new Map<WritingId, Set<WritingId>>()
  const values = new Map<WritingId, string>()
  const byDevice = new Map<string, { readonly id: WritingId; readonly number: number }[]>()
  const siblingsOf = (id: WritingId) => {
    const [device, number, key] = id.split(':')
    return { name: `${device}:${key}`, number: Number(number) }
  }
  return {
    add(id: WritingId, value: string): void {
      if (replaced.has(id)) return
      replaced.set(id, new Set())
      values.set(id, value)
      const { name, number } = siblingsOf(id)
      byDevice.set(name, [...(byDevice.get(name) ?? []), { id, number }])
    },
    replaces(id: WritingId, other: WritingId | undefined): void {
      if (other !== undefined && other !== id) replaced.get(id)?.add(other)
    },
    valueOf: (id: WritingId) => values.get(id),
    /** The writing itself and the later ones of its device. */
    fromThenOn(id: WritingId): readonly WritingId[] {
      const { name, number } = siblingsOf(id)
      return (byDevice.get(name) ?? []).filter((each) => each.number >= number).map((each) => each.id)
    },
    /** Everything that was known to whoever made this writing. */
    knownTo(id: WritingId): ReadonlySet<WritingId> {
      const known = new Set<WritingId>()
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
