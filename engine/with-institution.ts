import type { Form } from './form.ts'
import { frozen } from './frozen.ts'
import type { ListSetting } from './questions.ts'

/** The settings of one institution: names, addresses, links and limits, nested to any depth. */
export type InstitutionSettings = { readonly [name: string]: unknown }

/**
 * Fills every `{placeholder}` and every named limit of the form from institution.json. A placeholder is the path of a
 * setting, such as `{partner_name}` or `{links.international}`. Throws an error that names a setting that is unknown or
 * has the wrong type.
 */
export function withInstitution<F extends Form>(form: F, institution: InstitutionSettings): F {
  // A deep copy of plain data keeps its shape; only strings and named limits change.
  return frozen(filled(form, institution, new Map()) as F)
}

/** Codes, and regular expressions, which may contain braces of their own. */
const IS_NEVER_WORDED: ReadonlySet<string> = new Set(['key', 'keys', 'values', 'pattern'])

/** The objects filled so far: all addresses share one list of countries and still share it after filling. */
type Done = Map<object, unknown>

function filled(value: unknown, institution: InstitutionSettings, done: Done): unknown {
  if (typeof value === 'string') return worded(value, institution)
  if (typeof value !== 'object' || value === null) return value
  const known = done.get(value) ?? filledObject(value, institution, done)
  done.set(value, known)
  return known
}

function filledObject(value: object, institution: InstitutionSettings, done: Done): unknown {
  if (Array.isArray(value)) return value.map((each) => filled(each, institution, done))
  if ('options' in value && isListSetting(value.options)) return listed(value, value.options.setting, institution, done)
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      if (name === 'limit' && typeof each === 'string') return [name, limitOf(each, institution)]
      return [name, IS_NEVER_WORDED.has(name) ? each : filled(each, institution, done)]
    }),
  )
}

/** Fills the placeholders of a sentence. */
export const worded = (sentence: string, institution: InstitutionSettings): string =>
  sentence.replace(/\{([\w.]+)\}/g, (_, path: string) => String(setting(path, institution)))

const isListSetting = (value: unknown): value is ListSetting =>
  typeof value === 'object' && value !== null && 'setting' in value

/** A choice with the list from institution.json. */
function listed(question: object, path: string, institution: InstitutionSettings, done: Done): unknown {
  const list = found(path, institution)
  if (!Array.isArray(list)) throw new Error(`The form names the list {${path}}, which institution.json does not hold.`)
  return filled({ ...question, options: list, values: list.map(([value]) => value) }, institution, done)
}

function found(path: string, institution: InstitutionSettings): unknown {
  let at: unknown = institution
  for (const name of path.split('.')) at = isSettings(at) ? at[name] : undefined
  return at
}

function setting(path: string, institution: InstitutionSettings): string | number {
  const value = found(path, institution)
  if (typeof value === 'string' || typeof value === 'number') return value
  throw new Error(`The form names the setting {${path}}, which institution.json does not hold as a text or a number.`)
}

function limitOf(path: string, institution: InstitutionSettings): number {
  const value = found(path, institution)
  if (typeof value === 'number') return value
  throw new Error(`The form names the limit {${path}}, which institution.json does not hold as a number.`)
}

const isSettings = (value: unknown): value is InstitutionSettings => typeof value === 'object' && value !== null
