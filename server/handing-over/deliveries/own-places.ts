import { everyItem, type Form, isOwnKey, namedItems, type Register } from '../../../engine/index.ts'
import { declined } from '../../platform/control/index.ts'
import { codeListsOf, codesFrom } from './codes.ts'
import { configurationOf, targetNamed } from './configuration.ts'
import { profiles } from './profiles/profiles.ts'
import { type DeliveriesDeps, type Target, targetsNow } from './targets.ts'

type Asked = Pick<DeliveriesDeps, 'form' | 'register'>

/** Where the answers to a question of the office's own go at a target, and `null` if they go nowhere. */
export type OwnPlace = { readonly target: string; readonly goesTo: string | null }

/** A question of the office's own, by its name in the form; checkboxes are one. */
export type OwnQuestion = {
  readonly name: string
  readonly label: string
  readonly keys: readonly string[]
  readonly places: readonly OwnPlace[]
}

/** Every question of the office's own that a form asks, with where its answers go at each target of DELIVERIES_FILE. */
export function ownPlaces(deps: Asked & Parameters<typeof targetsNow>[0]): readonly OwnQuestion[] {
  const targets = Object.entries(targetsNow(deps).targets)
  return ownQuestions(deps.form).map((each) => ({
    ...each,
    places: targets.map(([name, target]) => ({ target: name, goesTo: placeAt(deps.register, target, each) })),
  }))
}

/** Of all entries, the first. */
function ownQuestions(form: Form): readonly Omit<OwnQuestion, 'places'>[] {
  const groups = new Map(
    everyItem(form).flatMap((item) => (item.kind === 'tickGroup' ? item.keys.map((key) => [key, item] as const) : [])),
  )
  const found = new Map<string, Omit<OwnQuestion, 'places'>>()
  for (const [name, item] of namedItems(form)) {
    if (item.kind === 'tickGroup' && item.id !== undefined && isOwnKey(item.id))
      found.set(name, { name, label: item.label ?? name, keys: item.keys })
    if ('key' in item && isOwnKey(item.key) && !groups.has(item.key))
      found.set(name, { name, label: item.label, keys: [item.key] })
  }
  return [...found.values()]
}

function placeAt(register: Register, target: Target, { keys }: Pick<OwnQuestion, 'keys'>): string | null {
  const placeOf = profiles[target.profile].placesIn(register, target)
  const places = new Map<string, string[]>()
  for (const key of keys) {
    const place = placeOf(key)
    if (place) places.set(place.in, [...(places.get(place.in) ?? []), place.as])
  }
  if (places.size === 0) return null
  return [...places].map(([file, names]) => `${file}: ${names.join(', ')}`).join('; ')
}

/**
 * What a target does with the form of today: every value without a code at once, and where each own question goes. It
 * reads no application.
 */
export async function checkTarget(deps: DeliveriesDeps, name: string): Promise<Readonly<Record<string, unknown>>> {
  const target = targetNamed(deps, name)
  const { map, form_version } = await configurationOf(deps, target)
  const { missing, missingRetired } = codesFrom(map, target.built_in_codes, codeListsOf(deps.register, deps.form))
  const named = (all: typeof missing) => all.map(({ list, value }) => `${list}: ${value}`)
  const own = ownPlaces(deps).map(({ label, keys, places }) => ({
    question: label,
    keys,
    goes_to: places.find((place) => place.target === name)?.goesTo ?? 'nowhere',
  }))
  const asked = new Set(deps.register.keys.map(({ key }) => key))
  const unknown = Object.keys(target.questions ?? {}).filter((key) => !asked.has(key))
  if (unknown.length > 0)
    throw declined(`questions of the target ${name} has ${unknown.join(', ')}, which the form never asked.`)
  return {
    ...{ target: name, profile: target.profile, form_version },
    values_without_code: named(missing),
    retired_values_without_code: named(missingRetired),
    own_questions: own,
  }
}
