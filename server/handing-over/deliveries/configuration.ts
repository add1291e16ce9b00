import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { declined } from '../../platform/control/index.ts'
import type { Claim } from './claim-delivery.ts'
import { codeListsOf } from './code-lists.ts'
import { type Codes, codesFrom } from './codes.ts'
import type { Deliveries } from './deliveries.ts'
import { profiles } from './profiles/profiles.ts'
import { readTargets, type Target } from './targets.ts'

/** A target as it was when a delivery was made, with the text of its code map. */
export type Configuration = {
  readonly target: Target
  readonly map: string
  readonly form_version: string
  /** Whose ids `person_id` holds: unset, it is the application's, as deliveries had it at first. */
  readonly persons?: 'accounts'
}

/** The target of this name, or an error that names the others. */
export function targetNamed({ settings }: Pick<Deliveries, 'settings'>, name: string): Target {
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
export const keptIn = ({ settings }: Pick<Deliveries, 'settings'>): string => join(settings.dataDir, 'deliveries')

/** Where the copy of a delivery is kept. */
export const folderOf = (deliveries: Pick<Deliveries, 'settings'>, claim: Pick<Claim, 'target' | 'id'>): string =>
  join(keptIn(deliveries), nameOf(claim))

/** The codes of a target as they were in its map. */
export const codesOf = ({ form }: Deliveries, { target, map }: Configuration): Codes =>
  codesFrom(map, target.built_in_codes, codeListsOf(form))

/** A target with its code map as it is now. Throws one sentence if the map is broken or lacks a list it needs. */
export async function configurationOf(deliveries: Deliveries, target: Target): Promise<Configuration> {
  const map = target.codes === undefined ? 'list,ours,theirs\n' : await textOf(target.codes)
  const configuration: Configuration = { target, map, form_version: deliveries.form.version, persons: 'accounts' }
  const codes = codesOf(deliveries, configuration)
  const lacking = profiles[target.profile].needs.find((list) => !codes.hasList(list))
  if (lacking) throw declined(`The profile ${target.profile} needs codes for ${lacking}: add them to its code map.`)
  return configuration
}

const textOf = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw declined(`The code map ${path} cannot be read (${error.code}).`)
  })
