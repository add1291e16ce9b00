import { type Institution, publicInstitution } from '../../../api/index.ts'
import { definitionErrors, type Form, withInstitution } from '../../../engine/index.ts'
import { admissions, dataModel } from '../../../form/index.ts'
import { startFault } from '../../platform/settings/index.ts'
import { pageFaults } from './page-faults.ts'

/**
 * The application's form with the institution's words and limits. A broken definition stops the start, and so do pages in
 * institution.json that are not those of the form.
 */
export function formOf(institution: Institution, definition: Form = admissions): Form {
  const faults = definitionErrors(definition, dataModel)
  if (faults.length > 0) throw startFault(`The form definition is broken: ${faults.join(' ')}`)
  const opened = filledForm(institution, definition)
  const [pageFault] = pageFaults(institution, definition)
  if (pageFault !== undefined) throw startFault(`In institution.json ${pageFault}`)
  return opened
}

function filledForm(institution: Institution, definition: Form): Form {
  try {
    return withInstitution(definition, publicInstitution(institution)) // as the browser fills it, which has no more
  } catch (error) {
    // Its sentence names the setting that institution.json does not hold.
    throw startFault(`The form definition is broken: ${error instanceof Error ? error.message : error}`, error)
  }
}
