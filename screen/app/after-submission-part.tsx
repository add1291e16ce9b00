import { type ComponentProps, useEffect, useState } from 'react'
import { fileLimitsOf } from '../../api/browser.ts'
import { emptyApplication, form, isGiven, page, upload } from '../../engine/index.ts'
import { CompletionPage } from '../applying/completion/index.ts'
import { callsForRequest, OwnApplications, type OwnApplicationsProps } from '../applying/own-applications/index.ts'
import { type Calls, callsAs, pageData } from '../client/index.ts'
import { createDocuments, UploadFailures } from '../documents/documents/index.ts'
import {
  ApplicationProvider,
  BlockActionsContext,
  createApplicationStore,
  DocumentActionsContext,
  QuestionField,
  useApplication,
} from '../fields/index.ts'
import { useSession } from './session-context.ts'

/** The receipt, with what can follow it. */
export const CompletionPart = (props: Omit<ComponentProps<typeof CompletionPage>, 'applications'>) => (
  <CompletionPage {...props} applications={<OwnApplicationsPart parts="all" />} />
)

type Request = Parameters<OwnApplicationsProps['drawRequest']>[0]

/** The applications of the person in this tab, and the documents that the office asks them for. */
export function OwnApplicationsPart({ parts = 'list' }: Partial<Pick<OwnApplicationsProps, 'parts'>>) {
  const session = useSession()
  const account = 'profileSource' in session ? session.profileSource.get()?.account_id : undefined
  const [calls] = useState(() => callsAs(() => account ?? ''))
  return (
    <OwnApplications
      calls={calls}
      parts={parts}
      onRead={(waiting) => {
        if (!('profileSource' in session) || session.profileSource.get()?.requests_waiting === waiting) return
        session.profileSource.change((profile) => ({ ...profile, requests_waiting: waiting }))
      }}
      drawRequest={(request, onSent) => <RequestField {...{ calls, request, onSent }} />}
    />
  )
}

type RequestFieldProps = { calls: Calls; request: Request; onSent: () => void }

/** An upload field like any other, for a question that only this application has. */
function RequestField({ calls, request, onSent }: RequestFieldProps) {
  const [{ question, store, documents }] = useState(() => createParts(calls, request))
  useEffect(() => documents.empty, [documents])
  return (
    <ApplicationProvider store={store}>
      <BlockActionsContext value={actions}>
        <DocumentActionsContext value={documents}>
          <UploadFailures documents={documents} />
          <QuestionField question={question} />
          <WhenSent name={question.key} onSent={onSent} />
        </DocumentActionsContext>
      </BlockActionsContext>
    </ApplicationProvider>
  )
}

function WhenSent({ name, onSent }: { name: string; onSent: () => void }) {
  const isSent = useApplication(({ answer }) => isGiven(answer[name]))
  useEffect(() => {
    if (isSent) onSent()
  }, [isSent, onSent])
  return null
}

function createParts(calls: Calls, { key, title }: Request) {
  const { institution, today } = pageData()
  const question = upload(key, title, { required: true })
  const asked = form('request', [page('request', 'Request', [question])])
  const store = createApplicationStore({ form: asked, application: emptyApplication, today })
  const documents = createDocuments({
    ...{ form: asked, store, save: async () => {} },
    calls: callsForRequest(calls, key),
    limits: () => fileLimitsOf(institution.file_megabytes),
  })
  return { question, store, documents: { ...documents, phoneLink: undefined } }
}

/** Its one question is in no block. */
const actions = {
  signedIn: true,
  addEntry: async () => {},
  removeEntry: async () => {},
  chooseTab: async () => true,
  open: () => {},
}
