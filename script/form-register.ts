import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Form,
  type Register,
  type RegisteredKey,
  registerAt,
  registerErrors,
  registerWith,
  retiredIn,
} from '../engine/index.ts'
import { registerText } from '../form/index.ts'
import type { FormRelease } from './form-releases.ts'

/** The file of the register, which `npm run form-release` appends to. */
export const registerFile = join(import.meta.dirname, '../form/register.json')

/**
 * What of the register may never change once a version was released: which keys it had, in which order, and what each of
 * them is. Every release file holds it.
 */
export function digestOf(register: Register, version: string): string {
  const rows = registerAt(register, version).keys.map(({ label: _, last: __, ...fixed }: RegisteredKey) =>
    Object.entries(fixed).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}

/** What is wrong with the register of a form, one sentence each; empty when it is what the releases and the form say. */
export function registerFaults(
  register: Register,
  { form, releases }: Known,
  stored = readFileSync(registerFile, 'utf8'),
): readonly string[] {
  const next = registerWith(register, form)
  return [
    ...registerErrors(register, form),
    ...[...releases.values()].flatMap((release) => changedSince(register, release)),
    ...firstAskedErrors(register, releases),
    ...retiredErrors(next, form),
    ...(registerText(next) === stored ? [] : ['form/register.json is not of this form: run npm run form-release.']),
  ]
}

type Known = {
  readonly form: Form
  readonly releases: ReadonlyMap<string, FormRelease>
}

/** Releases before 2026.9 have no digest; the keys that they asked are in that of 2026.9. */
const changedSince = (register: Register, { version, register: digest }: FormRelease): readonly string[] =>
  digest === undefined || digestOf(register, version) === digest
    ? []
    : [
        `form/register.json has other rows for version ${version} than when it was released. Rows are only ever appended, in the order of columns, and of a row nothing changes but its label and the last version that asked it.`,
      ]

function firstAskedErrors(register: Register, releases: ReadonlyMap<string, FormRelease>): readonly string[] {
  const first = new Map<string, string>()
  for (const version of register.versions)
    for (const { key } of releases.get(version)?.pages.flatMap(({ questions }) => questions) ?? [])
      if (!first.has(key)) first.set(key, version)
  const rows = new Map(register.keys.map((row) => [row.key, row]))
  return [...first].flatMap(([key, version]) => {
    const row = rows.get(key)
    if (row?.first === version) return []
    return [
      `Version ${version} was the first to ask ${key}, and form/register.json ${row ? `says ${row.first}` : 'lacks it'}.`,
    ]
  })
}

/** The browser has no register: it reads the care of what is no longer asked in the form itself. */
function retiredErrors(register: Register, form: Form): readonly string[] {
  const [needed, given] = [retiredIn(register, form), form.retired]
  const isIn = (list: Form['retired'], { key, care, kind }: Form['retired'][number]) =>
    list.some((each) => each.key === key && each.care === care && each.kind === kind)
  return [
    ...needed
      .filter((each) => !isIn(given, each))
      .map(
        ({ key, care, kind }) =>
          `retiredKeys must have { key: '${key}', care: '${care}', kind: '${kind}' }, as form/register.json has it.`,
      ),
    ...given
      .filter((each) => !isIn(needed, each))
      .map(
        ({ key, care, kind }) =>
          `retiredKeys has ${key} with the care ${care} and the kind ${kind}, which form/register.json does not have.`,
      ),
  ]
}
