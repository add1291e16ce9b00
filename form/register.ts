import type { Care, QuestionKind, Register, RegisteredKey, RegisteredValue } from '../engine/index.ts'
import { oncePer } from '../engine/index.ts'
import file from './register.json' with { type: 'json' }

/** The register of every key that a release of the form asked. `npm run form-release` appends to its file. */
export const baseRegister = (): Register => readRegister(file)

/** The text of a register, with one line for each key and each list. A list that is the same as one before names it. */
export function registerText({ versions, keys, lists, storedAs }: Register): string {
  const before = new Map<string, string>()
  const listLines = Object.entries(lists).map(([name, values]) => {
    const text = JSON.stringify(values.map(({ value, label, last }) => [value, label, ...(last ? [last] : [])]))
    const same = before.get(text)
    if (same === undefined) before.set(text, name)
    return `${JSON.stringify(name)}: ${same === undefined ? text : JSON.stringify(same)}`
  })
  const lines = (each: readonly string[]) => each.map((line) => `\n    ${line}`).join(',')
  return `{
  "versions": ${JSON.stringify(versions)},
  "keys": [${lines(keys.map((row) => JSON.stringify(row)))}
  ],
  "lists": {${lines(listLines)}
  },
  "storedAs": ${JSON.stringify(storedAs)}
}
`
}

/** The file as TypeScript reads it. */
type RegisterFile = {
  readonly versions: readonly string[]
  readonly keys: readonly (Readonly<Record<Exclude<keyof RegisteredKey, Other>, string>> &
    Pick<RegisteredKey, Exclude<Other, 'isCode'>> & { readonly isCode?: boolean })[]
  readonly lists: Readonly<Record<string, string | readonly (readonly string[])[]>>
  readonly storedAs: Readonly<Record<string, readonly string[]>>
}
type Other = 'last' | 'sheet' | 'list' | 'isCode' | 'entry' | 'copied' | 'state' | 'school' | 'taken'

/** Every register that was read, once. */
const readRegister = oncePer((stored: RegisterFile): Register => {
  const valuesOf = (name: string): readonly RegisteredValue[] => {
    const values = stored.lists[name] ?? []
    if (typeof values === 'string') return valuesOf(values)
    return values.map(([value = '', label = '', last]) => ({ value, label, ...(last === undefined ? {} : { last }) }))
  }
  return {
    versions: stored.versions,
    keys: stored.keys.map(({ isCode, kind, care, ...row }) => ({
      ...row,
      kind: kinds[kind] ?? 'text',
      // What cannot be read counts as the most secret.
      care: cares[care] ?? 'secret',
      ...(isCode ? { isCode } : {}),
    })),
    lists: Object.fromEntries(Object.keys(stored.lists).map((name) => [name, valuesOf(name)])),
    storedAs: Object.fromEntries(
      Object.entries(stored.storedAs).map(([value, [country = '', state = '']]) => [value, [country, state] as const]),
    ),
  }
})

const kinds: Readonly<Record<string, QuestionKind>> = {
  text: 'text',
  paragraph: 'paragraph',
  choice: 'choice',
  email: 'email',
  phone: 'phone',
  date: 'date',
  tick: 'tick',
  ssn: 'ssn',
  upload: 'upload',
  code: 'code',
  password: 'password',
}

const cares: Readonly<Record<string, Care>> = {
  none: 'none',
  sensitive: 'sensitive',
  demographics: 'demographics',
  conduct: 'conduct',
  secret: 'secret',
}
