import { useState } from 'react'
import { fileLimitsOf } from '../../api/browser.ts'
import { emptyApplication, withInstitution } from '../../engine/index.ts'
import { documentFromPhone, fromPhoneForm } from '../../form/index.ts'
import { SiteFooter, SiteHeader } from '../applying/site/index.ts'
import { pageData } from '../client/index.ts'
import { createDocuments, UploadFailures } from '../documents/documents/index.ts'
import { callsFromPhone, FromPhone, takePhoneToken } from '../documents/from-phone/index.ts'
import {
  ApplicationProvider,
  BlockActionsContext,
  createApplicationStore,
  DocumentActionsContext,
} from '../fields/index.ts'
import { ToastProvider } from '../parts/index.ts'

/** The page for another phone, with a store of its own: whoever is logged in on the phone has nothing to do with it. */
export function FromPhonePart() {
  const [{ token, store, documents }] = useState(createParts)
  return (
    <ToastProvider>
      <ApplicationProvider store={store}>
        <BlockActionsContext value={actions}>
          <DocumentActionsContext value={documents}>
            <UploadFailures documents={documents} />
            <SiteHeader account={null} />
            <FromPhone token={token} />
            <SiteFooter />
          </DocumentActionsContext>
        </BlockActionsContext>
      </ApplicationProvider>
    </ToastProvider>
  )
}

function createParts() {
  const token = takePhoneToken()
  const { institution, today } = pageData()
  const form = withInstitution(fromPhoneForm, institution)
  const store = createApplicationStore({ form, application: emptyApplication, today })
  const documents = createDocuments({
    form,
    store,
    save: async () => {},
    calls: callsFromPhone(token, documentFromPhone.key),
    limits: () => fileLimitsOf(institution.file_megabytes),
  })
  return { token, store, documents: { ...documents, phoneLink: undefined } }
}

/** Its one question is in no block. */
const actions = {
  signedIn: true,
  addEntry: async () => {},
  removeEntry: async () => {},
  chooseTab: async () => true,
  open: () => {},
}
