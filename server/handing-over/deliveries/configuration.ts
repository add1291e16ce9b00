import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Options } from '../../../engine/index.ts'
import { declined, isDeclined } from '../../platform/control/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import type { Claim } from './claim-delivery.ts'
import { type Codes, codeListsOf, codesFrom } from './codes.ts'
import { profiles } from './profiles/profiles.ts'
import { type DeliveriesDeps, readTargets, type Target, targetsNow } from './targets.ts'

/** A target as it was when a delivery was made, with the text of its code map. */
export type Configuration = {
  readonly target: Target
  readonly map: string
  /** The version whose columns the delivery has, whatever the form asks when it is made again. */
  readonly form_version: string
  /** Whose ids `person_id` holds: unset, it is the application's, as deliveries had it at first. */
  readonly persons?: 'accounts'
}

/** The target of this name, or an error that names the others. */
export function targetNamed({ settings }: Pick<DeliveriesDeps, 'settings'>, name: string): Target {
  const targets = readTargets(settings.deliveriesFile)
  const found = Object.hasOwn(targets, name) ? targets[name] : undefined
  if (found) return found
  const names = Object.keys(targets)
  throw declined(names.length > 0 ? `There is no target ${name}. Targets: ${names.join(', ')}.` : NO_TARGETS)
}
const NO_TARGETS = 'There are no targets: DELIVERIES_FILE names none.'

/** The name of a delivery's folder. */
export const nameOf = ({ target, id }: Pick<Claim, 'target' | 'id'>): string =>
  `${target}-${String(id).padStart(6, '0')}`

/** Where the copies of deliveries are kept. */
export const keptIn = ({ settings }: Pick<DeliveriesDeps, 'settings'>): string => join(settings.dataDir, 'deliveries')

/** Where the copy of a delivery is kept. */
export const folderOf = (deps: Pick<DeliveriesDeps, 'settings'>, claim: Pick<Claim, 'target' | 'id'>): string =>
  join(keptIn(deps), nameOf(claim))

/** The form whose values need codes, and every key that it has had. */
type FormDeps = Pick<DeliveriesDeps, 'register' | 'form'>

/** The codes of a target as they were in its map. */
export const codesOf = ({ register, form }: FormDeps, { target, map }: Configuration): Codes =>
  codesFrom(map, target.built_in_codes, codeListsOf(register, form))

/** A target with its code map as it is now. Throws one sentence if the map is broken or lacks a list it needs. */
export async function configurationOf(deps: FormDeps, target: Target): Promise<Configuration> {
  const map = target.codes === undefined ? 'list,ours,theirs\n' : await textOf(target.codes)
  const configuration: Configuration = { target, map, form_version: deps.form.version, persons: 'accounts' }
  const codes = codesOf(deps, configuration)
  const lacking = profiles[target.profile].needs.find((list) => !codes.hasList(list))
  if (lacking) throw declined(`The profile ${target.profile} needs codes for ${lacking}: add them to its code map.`)
  return configuration
}

const textOf = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw declined(`The code map ${path} cannot be read (${error.code}).`)
  })

/** By the key of their question. */
type TakenOut = ReadonlyMap<string, Options>

/**
 * The code map of each target as it is now: what it covers, and which values of the form have no code in it. With
 * `takenOut`, also which of those that an institution had in its own lists, and which it never had.
 */
export async function listCodeMaps(
  deps: FormDeps & { readonly settings: Pick<Settings, 'deliveriesFile'> },
  takenOut?: TakenOut,
) {
  const { targets, problem } = targetsNow(deps)
  const maps = await Promise.all(
    Object.entries(targets).map(([name, target]) => codeMapOf(deps, name, target, takenOut)),
  )
  return { maps, problem }
}

async function codeMapOf(deps: FormDeps, name: string, target: Target, takenOut: TakenOut | undefined) {
  const codeLists = codeListsOf(deps.register, deps.form, takenOut)
  const { known, offered } = codeLists
  const about = {
    target: name,
    // Where it lies on the server is the operator's affair.
    file: target.codes === undefined ? null : basename(target.codes),
    built_in_codes: target.built_in_codes,
  }
  try {
    const { map } = await configurationOf(deps, target)
    const codes = codesFrom(map, target.built_in_codes, codeLists)
    const names = [...known.keys()]
    const lists = names.filter(codes.hasList).map((list) => ({
      list,
      values: offered.get(list)?.length ?? 0,
      missing: valuesOf(codes.missing, list),
      missing_retired: valuesOf(codes.missingRetired, list),
      never_offered: valuesOf(codes.neverOffered, list),
    }))
    return { ...about, problem: null, lists, unmapped: names.filter((each) => !codes.hasList(each)) }
  } catch (error) {
    if (!isDeclined(error)) throw error
    return { ...about, problem: error.message, lists: [], unmapped: [] }
  }
}

const valuesOf = (all: Codes['missing'], list: string) =>
  all.flatMap((each) => (each.list === list ? [each.value] : []))

/** The values of the form's lists for which a target has no code. */
export async function missingCodes(deps: DeliveriesDeps, name: string): Promise<readonly string[]> {
  const configuration = await configurationOf(deps, targetNamed(deps, name))
  return codesOf(deps, configuration).missing.map(({ list, value }) => `${list}: ${value}`)
}
