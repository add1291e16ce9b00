import { emptyApplication, withInstitution } from '../../engine/index.ts'
import { admissions } from '../../form/index.ts'
import { pageData } from '../client/index.ts'
import { type ApplicationStore, createApplicationStore } from '../fields/index.ts'

/** The store of the application in this tab, with the institution's own words in the form. */
export function createPageStore(): ApplicationStore {
  const { institution, today } = pageData()
  return createApplicationStore({
    form: withInstitution(admissions, institution),
    application: emptyApplication,
    today,
  })
}
