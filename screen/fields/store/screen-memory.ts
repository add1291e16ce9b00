/**
 * Something that the screen remembers besides answers: one value for each id, which is the key of an answer or the id
 * of a block. `value` exists only for the compiler.
 */
export type ScreenMemory<Value> = { readonly name: string; readonly value?: (value: Value) => Value }

/** Names something to remember. Call it once, and use the result with the store. */
export const screenMemory = <Value>(name: string): ScreenMemory<Value> => ({ name })

/** A text that counts as left to do until its search has answered once. */
export const unsearched = screenMemory<true>('a text that no search has answered')

export type ScreenMemories = {
  recall<Value>(memory: ScreenMemory<Value>, id: string): Value | undefined
  /** undefined removes it. */
  remember<Value>(memory: ScreenMemory<Value>, id: string, value: NoInfer<Value> | undefined): void
  /** Forgets everything remembered under an id. */
  forget(id: string): void
  forgetAll(): void
}

/** Creates what one store remembers. */
export function createScreenMemories(): ScreenMemories {
  const all = new Map<object, Map<string, unknown>>()
  return {
    recall<Value>(memory: ScreenMemory<Value>, id: string) {
      // What is remembered has its type: `remember` takes no other. The compiler cannot see that.
      return all.get(memory)?.get(id) as Value | undefined
    },
    remember(memory, id, value) {
      const values = all.get(memory) ?? new Map<string, unknown>()
      all.set(memory, values)
      if (value === undefined) values.delete(id)
      else values.set(id, value)
    },
    forget(id) {
      for (const values of all.values()) values.delete(id)
    },
    forgetAll: () => all.clear(),
  }
}
