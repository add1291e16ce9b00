import { everyItem, type Form } from '../../../engine/index.ts'
import { builtInCodes, codeListsOf } from '../deliveries/index.ts'
import type { ExportReply } from './call-table.ts'

/** The lists that several questions share or that an institution changes, by the names that code maps use. */
export const referenceLists = ['countries', 'states', 'terms', 'majors', 'degrees'] as const

/** The values of a list of the form in its order, with their labels and their built-in codes; undefined without such a list. */
export function readReferenceData(form: Form, list: string): ExportReply<'referenceData'> | undefined {
  if (!referenceLists.some((name) => name === list)) return undefined
  const { listOf } = codeListsOf(form)
  const labels = new Map<string, string>(
    everyItem(form).flatMap((item) =>
      item.kind === 'choice' && Array.isArray(item.options) && listOf(item.key) === list ? item.options : [],
    ),
  )
  const codes = Object.entries(builtInCodes).filter(([, each]) => each.list === list)
  const values = [...labels]
    .filter(([value]) => value !== '')
    .map(([value, label]) => ({
      ...{ value, label },
      codes: Object.fromEntries(
        codes.flatMap(([name, { codeOf }]) => {
          const code = codeOf(value)
          return code ? [[name, code]] : []
        }),
      ),
    }))
  return { list, values }
}
