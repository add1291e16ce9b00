import { type Institution, publicInstitution } from '../../../api/index.ts'
import { definitionErrors, type Form, withInstitution } from '../../../engine/index.ts'
import { admissions, dataModel } from '../../../form/index.ts'
import { startupError } from '../../platform/settings/index.ts'
import { pageErrors } from './page-errors.ts'
import { termDateErrors } from './term-date-errors.ts'
import { sentenceErrors, wordingErrors } from './wording-errors.ts'

/**
 * The application form with the institution's wording and limits. Throws a startup error if the definition is broken, or
 * if the pages or the own words in institution.json are not of the form.
 */
export function formOf(institution: Institution, definition: Form = admissions): Form {
  const errors = definitionErrors(definition, dataModel)
  if (errors.length > 0) throw startupError(`The form definition is broken: ${errors.join(' ')}`)
  const [wordingError] = wordingErrors(institution, definition)
  if (wordingError !== undefined) throw startupError(`In institution.json ${wordingError}`)
  const form = filledForm(institution, definition)
  const [error] = [
    ...sentenceErrors(institution, definition),
    ...pageErrors(institution, definition),
    ...termDateErrors(institution),
  ]
  if (error !== undefined) throw startupError(`In institution.json ${error}`)
  return form
}

function filledForm(institution: Institution, definition: Form): Form {
  try {
    return withInstitution(definition, publicInstitution(institution)) // as the browser does: from the public part
  } catch (error) {
    // The error's own message names the setting that is missing in institution.json.
    throw startupError(`The form definition is broken: ${error instanceof Error ? error.message : error}`, error)
  }
}
