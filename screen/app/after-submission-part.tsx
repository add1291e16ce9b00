import { type ComponentProps, useEffect, useState } from 'react'
import { type DocumentRequest, fileLimitsOf } from '../../api/browser.ts'
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
  leadToQuestion,
  QuestionField,
  useApplication,
} from '../fields/index.ts'
import { useLocation } from '../router/index.ts'
import { useSession } from './session-context.ts'

type CompletionPartProps = Omit<ComponentProps<typeof CompletionPage>, 'applications' | 'drawRequest' | 'form'>

/** The home of a submitted application, with what is asked for and what can follow. */
export function CompletionPart(props: CompletionPartProps) {
  const calls = useAccountCalls()
  const { applicant } = useSession()
  const [version, setVersion] = useState(0)
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: following the same link again must focus its field again
  useEffect(() => (hash === '' ? undefined : leadToQuestion(hash.slice(1))), [hash, key])
  return (
    <CompletionPage
      {...props}
      form={applicant.store.form}
      applications={<OwnApplicationsPart parts="all" version={version} />}
      drawRequest={(request) => (
        <RequestField key={request.key} {...{ calls, request }} onSent={() => setVersion((now) => now + 1)} />
      )}
    />
  )
}

/** Calls on behalf of the account that is in this tab now. */
function useAccountCalls(): Calls {
  const session = useSession()
  const account = 'profileSource' in session ? session.profileSource.get()?.account_id : undefined
  const [calls] = useState(() => callsAs(() => account ?? ''))
  return calls
}

/** The applications of the person in this tab. */
export function OwnApplicationsPart({
  parts = 'list',
  version = 0,
}: Partial<Pick<OwnApplicationsProps, 'parts' | 'version'>>) {
  const session = useSession()
  const calls = useAccountCalls()
  return (
    <OwnApplications
      {...{ calls, parts, version }}
      onOpen={session.openApplication}
      onRead={(applications) => {
        if (!('profileSource' in session)) return
        const current = applications.find(({ is_current }) => is_current)
        const asked_elsewhere = applications.flatMap(({ id, term, is_current, requests }) =>
          is_current
            ? []
            : requests.flatMap((each) => (each.state === 'waiting' ? [{ ...each, application_id: id, term }] : [])),
        )
        session.profileSource.change((profile) =>
          current?.id === profile.application_id
            ? { ...profile, requests: current.requests, asked_elsewhere }
            : profile,
        )
      }}
    />
  )
}

type RequestFieldProps = { calls: Calls; request: DocumentRequest; onSent: () => void }

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

function createParts(calls: Calls, { key, title }: DocumentRequest) {
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
