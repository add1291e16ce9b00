import { basename } from 'node:path'
import { isDeclined } from '../../platform/control/index.ts'
import { codeListsOf } from './code-lists.ts'
import { codesOf, configurationOf } from './configuration.ts'
import type { Deliveries } from './deliveries.ts'
import { targetsNow } from './list-targets.ts'
import type { Target } from './targets.ts'

/** The code map of each target as it is now: what it covers, and which values of the form have no code in it. */
export async function listCodeMaps(deliveries: Deliveries) {
  const { targets, problem } = targetsNow(deliveries)
  const maps = await Promise.all(Object.entries(targets).map(([name, target]) => codeMapOf(deliveries, name, target)))
  return { maps, problem }
}

async function codeMapOf(deliveries: Deliveries, name: string, target: Target) {
  const { values } = codeListsOf(deliveries.form)
  const about = {
    target: name,
    // Where it lies on the server is the operator's affair.
    file: target.codes === undefined ? null : basename(target.codes),
    built_in_codes: target.built_in_codes,
  }
  try {
    const codes = codesOf(deliveries, await configurationOf(deliveries, target))
    const names = [...values.keys()]
    const lists = names.filter(codes.hasList).map((list) => ({
      ...{ list, values: values.get(list)?.length ?? 0 },
      missing: codes.missing.filter((each) => each.list === list).map(({ value }) => value),
    }))
    return { ...about, problem: null, lists, unmapped: names.filter((each) => !codes.hasList(each)) }
  } catch (error) {
    if (!isDeclined(error)) throw error
    return { ...about, problem: error.message, lists: [], unmapped: [] }
  }
}
