import { type CallName, ownErrors, paths, SUBMITTED } from '../../../api/browser.ts'
import type { Payload, Profile, Reply } from '../../../api/index.ts'
import {
  type Application,
  everyItem,
  type Form,
  type Repeated,
  say,
  toSay,
  withoutEntry,
  withoutHidden,
} from '../../../engine/index.ts'

/** What a previewed page is told of the sample applicant as whom it is seen. */
export type Preview = {
  /** The path of the page to begin with. */
  readonly at: string
  /** null for somebody who has no account yet. */
  readonly profile: Profile | null
  /** The address of their PDF. */
  readonly pdf: string
  readonly reference: string
}

/** A reply: a body with its status, and whether somebody has come in or gone. */
type Replied = { readonly status: number; readonly body: object; readonly session?: 'begun' | 'ended' }

type Answers = { readonly [Name in CallName]?: (payload: Payload<Name>) => Reply<Name> }

/**
 * A server that is a few variables of the page: it answers the calls of an applicant's page for a preview, keeps nothing
 * that outlives the page, and refuses what only a real one could do, such as storing a file.
 */
export function createServerInMemory(form: Form, { profile, pdf, reference }: Preview, now = () => new Date()) {
  let own: Profile | undefined = profile ?? undefined
  const at = () => now().toISOString()

  /** Changes the application, as the server would: a new revision, without what is hidden by now. */
  function change(changed: (known: Profile) => Application): { before: number; after: number; cleared: string[] } {
    const known = present()
    const { application, cleared } = withoutHidden(form, changed(known))
    const { answer, document_answer, add_another, tabs } = application
    own = {
      ...known,
      answer: given(answer),
      document_answer: given(document_answer),
      add_another: given(add_another),
      tabs: given(tabs),
      revision: known.revision + 1,
    }
    return { before: known.revision, after: known.revision + 1, cleared: [...cleared] }
  }

  function present(): Profile {
    if (!own) throw new Error('Nobody is signed in.')
    return own
  }

  function submitted(): Reply<'submit'> {
    const submission = { reference, submitted_at: at(), version: 1 }
    own = {
      ...present(),
      submission,
      web_status: [...present().web_status, { web_status: 'submitted', at: submission.submitted_at }],
    }
    return { ...submission, message: say(SUBMITTED) }
  }

  const done = { message: say('Your answers are saved.') }
  const answers: Answers = {
    signup: () => ({ message: say('We emailed you a code to confirm your account.') }),
    resendConfirm: () => ({ message: say('We emailed you the code again.') }),
    confirm: () => ({ message: say('Your account is confirmed. You can log in now.') }),
    login: ({ username }) => {
      own ??= newProfile(username, at())
      return { message: say('You are logged in.'), username }
    },
    logout: () => ({ message: say('You are logged out.') }),
    profile: present,
    saveAnswers: (posted) => {
      const texts = Object.fromEntries(
        Object.entries(posted).map(([key, value]) => [key, typeof value === 'string' ? value : '']),
      )
      const { before, after, cleared } = change((known) => ({ ...known, answer: { ...known.answer, ...texts } }))
      return {
        message: done.message,
        previous_revision: before,
        revision: after,
        saved_at: at(),
        conflicts: {},
        superseded: {},
        canonical: {},
        cleared: cleared.filter((key) => texts[key] !== ''),
        ignored: [],
      }
    },
    saveLastPage: ({ last_page }) => {
      own = { ...present(), last_page }
      return done
    },
    saveWebStatus: ({ web_status }) => {
      own = { ...present(), web_status: [...present().web_status, { web_status, at: at() }] }
      return done
    },
    reportValidations: () => done,
    saveAddAnother: ({ button_id, num_components, removed }) => {
      const block = everyItem(form).find((item): item is Repeated => item.kind === 'repeated' && item.id === button_id)
      const removal = block && removed !== undefined ? withoutEntry(block, removed, present()) : undefined
      const { before, after } = change((known) => ({
        ...known,
        add_another: { ...known.add_another, [button_id]: num_components },
        answer: { ...known.answer, ...removal?.answer },
        document_answer: removal?.document_answer ?? known.document_answer,
      }))
      return { message: done.message, previous_revision: before, revision: after, answer: given(removal?.answer ?? {}) }
    },
    addAnother: () => present().add_another,
    saveTab: ({ tab_id, chosen_tab }) => {
      const group = everyItem(form).find((item) => item.kind === 'tabs' && item.id === tab_id)
      const keys = group?.kind === 'tabs' ? group.keys : []
      const blanked = keys.filter((key) => (present().answer[key] ?? '') !== '')
      const { before, after } = change((known) => ({
        ...known,
        tabs: { ...known.tabs, [tab_id]: chosen_tab },
        answer: { ...known.answer, ...Object.fromEntries(blanked.map((key) => [key, ''])) },
      }))
      return { message: done.message, previous_revision: before, revision: after, cleared: blanked }
    },
    tabs: () => present().tabs,
    submit: submitted,
    formChanges: () => ({ differences: [] }),
    newSinceSigned: () => ({ differences: [] }),
    pdfStatus: () => ({ status: 'COMPLETED', url: pdf, message: '' }),
    draftPdf: () => ({ url: pdf }),
    documentAnswer: () => present().document_answer,
    deleteDocument: ({ answer_key }) => {
      change((known) => ({
        ...known,
        answer: { ...known.answer, [answer_key]: '' },
        document_answer: { ...known.document_answer, [answer_key]: undefined },
      }))
      return done
    },
    answerChanges: () => ({ changes: [], next: null }),
    ownApplications: () => ({ applications: [] }),
    devices: () => ({ devices: [] }),
    emailChange: () => ({ pending: null }),
    find: () => [],
    placeOfZip: () => ({ city: '', states: [] }),
    clientError: () => done,
  }

  /** The reply to a request. `path` may have a query. */
  return function reply(method: string, path: string, payload: unknown): Replied {
    const found = callAt(method, path)
    if (!found) return { status: 404, body: { code: 'not_found', message: say('We couldn’t find that.') } }
    const { name, named } = found
    if (!own && path.startsWith('/api/'))
      return { status: 401, body: { code: 'unauthorized', message: say(ownErrors.unauthorized.message) } }
    // The contract says that what a page sends with a call is of this shape, and a preview has only our own page.
    const answer = answers[name] as ((payload: unknown) => object) | undefined
    if (!answer) return { status: 403, body: { code: 'preview', message: say(PREVIEW) } }
    const body = answer({ ...Object(payload), ...named })
    if (name === 'login') return { status: 200, body, session: 'begun' }
    if (name !== 'logout') return { status: 200, body }
    own = undefined
    return { status: 200, body, session: 'ended' }
  }
}

const PREVIEW = toSay('This is a preview: nothing is sent or stored.')

/** Which call has this address, with what is named in it. */
function callAt(
  method: string,
  address: string,
): { readonly name: CallName; readonly named: Readonly<Record<string, string>> } | undefined {
  const [path = ''] = address.split('?')
  for (const name of Object.keys(paths).filter(isCall)) {
    const { method: expected, path: pattern } = paths[name]
    const [before = '', parameter] = pattern.split('/:')
    const rest = path.slice(before.length + 1)
    if (method !== expected) continue
    if (parameter === undefined && path === pattern) return { name, named: {} }
    if (parameter !== undefined && path.startsWith(`${before}/`) && rest !== '' && !rest.includes('/'))
      return { name, named: { [parameter]: decodeURIComponent(rest) } }
  }
  return undefined
}

const isCall = (name: string): name is CallName => Object.hasOwn(paths, name)

const newProfile = (username: string, at: string): Profile => ({
  answer: {},
  document_answer: {},
  converting: {},
  add_another: {},
  tabs: {},
  account_id: 'sample-new',
  username,
  last_page: '',
  successful_login: [at],
  web_status: [{ web_status: 'started', at }],
  revision: 1,
  today: at.slice(0, 10),
  submission: null,
  reopening: null,
  withdrawn_at: null,
  application_id: 'sample-new',
  requests: [],
  asked_elsewhere: [],
})

const given = <Value>(map: Readonly<Record<string, Value | undefined>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(map).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
