import { type Institution, publicInstitution } from '../../../api/index.ts'
import { definitionErrors, type Form, withInstitution } from '../../../engine/index.ts'
import { admissions, dataModel } from '../../../form/index.ts'
import { startupError } from '../../platform/settings/index.ts'
import { pageFaults } from './page-faults.ts'

/**
 * The application form with the institution's wording and limits. Throws a startup error if the definition is broken, or
 * if the pages in institution.json are not those of the form.
 */
export function formOf(institution: Institution, definition: Form = admissions): Form {
  const faults = definitionErrors(definition, dataModel)
  if (faults.length > 0) throw startupError(`The form definition is broken: ${faults.join(' ')}`)
  const opened = filledForm(institution, definition)
  const [pageFault] = pageFaults(institution, definition)
  if (pageFault !== undefined) throw startupError(`In institution.json ${pageFault}`)
  return opened
}

function filledForm(institution: Institution, definition: Form): Form {
  try {
    return withInstitution(definition, publicInstitution(institution)) // as the browser does: from the public part
  } catch (error) {
    // The error's own message names the setting that is missing in institution.json.
    throw startupError(`The form definition is broken: ${error instanceof Error ? error.message : error}`, error)
  }
}
