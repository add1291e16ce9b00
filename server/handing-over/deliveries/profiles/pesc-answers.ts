/** The answers of an application, of which each one goes to its place in a message or else to the extension. */
export type PescAnswers = {
  /** The answer if it fits its place, which is then where it goes; undefined if it does not, or if there is none. */
  readonly take: (key: string, fits: (value: string) => boolean) => string | undefined
  /** The answer, which stays where it is. */
  readonly peek: (key: string) => string
  /** All of these answers, or none of them: the empty ones are ''. */
  readonly takeAll: <Key extends string>(
    fits: Readonly<Record<Key, (value: string) => boolean>>,
  ) => Readonly<Record<Key, string>> | undefined
  /** The answers that were given and not taken, by key. */
  readonly rest: () => readonly (readonly [key: string, value: string])[]
}

/** Answers to hand out; every one that nobody takes is in the rest, so none is lost. */
export function createPescAnswers(row: Readonly<Record<string, string>>): PescAnswers {
  const taken = new Set<string>()
  const peek = (key: string) => row[key] ?? ''
  return {
    peek,
    take: (key, fits) => {
      const value = peek(key)
      if (value === '' || !fits(value)) return undefined
      taken.add(key)
      return value
    },
    takeAll: (fits) => {
      const keys = Object.keys(fits) as (keyof typeof fits)[]
      if (!keys.every((key) => fits[key](peek(key)))) return undefined
      for (const key of keys) taken.add(key)
      return Object.fromEntries(keys.map((key) => [key, peek(key)])) as Readonly<Record<keyof typeof fits, string>>
    },
    rest: () => Object.entries(row).filter(([key, value]) => value !== '' && !taken.has(key)),
  }
}
