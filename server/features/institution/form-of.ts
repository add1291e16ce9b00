import type { Institution } from '../../../api/index.ts'
import { definitionErrors, type Form, withInstitution } from '../../../engine/index.ts'
import { admissions, dataModel } from '../../../form/index.ts'
import { startFault } from '../../platform/settings/index.ts'

/** The application's form with the institution's words and limits. A broken definition stops the start. */
export function formOf(institution: Institution, definition: Form = admissions): Form {
  const faults = definitionErrors(definition, dataModel)
  if (faults.length > 0) throw startFault(`The form definition is broken: ${faults.join(' ')}`)
  try {
    return withInstitution(definition, institution)
  } catch (error) {
    // Its sentence names the setting that institution.json does not hold.
    throw startFault(`The form definition is broken: ${error instanceof Error ? error.message : error}`, error)
  }
}
