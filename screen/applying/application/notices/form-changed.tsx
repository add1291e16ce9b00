import { useEffect, useRef, useState } from 'react'
import type { Reply } from '../../../../api/index.ts'
import {
  type Application,
  type Form,
  keysIn,
  placesOf,
  say,
  sayAll,
  textDifferences,
  textsShown,
} from '../../../../engine/index.ts'
import { askedForm, loadStructure, NEW_IN_FORM, otherEdition, pageData } from '../../../client/index.ts'
import { Button, Notice, useAction, useObserved } from '../../../parts/index.ts'
import { Link } from '../../../router/index.ts'
import { useApplicant, useSnapshot } from '../applicant/applicant-context.ts'
import styles from './notices.module.css'

/**
 * What this applicant reads otherwise in the form that was published since the page was opened. Whom nothing concerns is
 * told nothing. The page goes on as it is until they want the new form; a submission that was refused for it comes here.
 * On the new page, what is new is marked until they have seen it.
 */
export function FormChanged() {
  const other = useObserved(otherEdition.subscribe, otherEdition.get)
  const [marked, setMarked] = useState(markedIn)
  if (other) return <Published key={other.tag} isRefused={other.isRefused} />
  const seen = () => {
    sessionStorage.removeItem(NEW_IN_FORM)
    setMarked([])
  }
  return marked.length > 0 && <Marked keys={marked} onSeen={seen} />
}

/**
 * In an application that is open again: what the form asks or says otherwise than what was signed. Without a reply nothing
 * is told; what is asked new is asked on its page all the same.
 */
export function NewSinceSigned() {
  const { call, store } = useApplicant()
  const [differences, setDifferences] = useState<Differences>([])
  useEffect(() => {
    call('newSinceSigned').then(
      (reply) => setDifferences(reply.differences),
      () => {},
    )
  }, [call])
  if (differences.length === 0) return null
  return (
    <div className={styles.notice}>
      <Notice title={say('We changed the form after you signed')}>
        <p>{say('If you sign again, you sign it with these changes:')}</p>
        <ul className={styles.changes}>
          {differences.map(({ key, was, is }) => (
            <Changed key={JSON.stringify([key, was, is])} was={was} is={is} place={placeOf(store.form, key)} />
          ))}
        </ul>
      </Notice>
    </div>
  )
}

type Differences = Reply<'formChanges'>['differences']

type ChangedProps = Omit<Differences[number], 'key'> & { readonly place?: ReturnType<typeof placeOf> }

function Changed({ was, is, place }: ChangedProps) {
  return (
    <li>
      {was !== '' && <del>{was}</del>}
      {is !== '' && <ins>{place ? <Link to={`/${place.page}#${place.first}`}>{is}</Link> : is}</ins>}
    </li>
  )
}

function Published({ isRefused }: { isRefused: boolean }) {
  const { call, queue, store } = useApplicant()
  const is_logged_in = useSnapshot('is_logged_in')
  const [differences, setDifferences] = useState<Differences>([])
  useEffect(() => {
    // Without a reply nothing is told now: whoever submits is told by the server.
    const told = is_logged_in ? call('formChanges').then((reply) => reply.differences) : differencesFor(store.current())
    told.then(setDifferences, () => {})
  }, [call, is_logged_in, store])
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isRefused) place.current?.focus()
  }, [isRefused])
  // Everything typed is stored first. The page that comes reads it again.
  const [busy, showNew] = useAction(async () => {
    await queue.flush()
    // Which questions, and nothing that anybody answered.
    sessionStorage.setItem(NEW_IN_FORM, JSON.stringify([...new Set(differences.map(({ key }) => key))]))
    window.location.reload()
  })
  if (differences.length === 0 && !isRefused) return null
  return (
    <div ref={place} tabIndex={-1} className={styles.notice}>
      <Notice title={say('We changed the form after you opened it')}>
        <p>
          {differences.length > 0
            ? say('Your answers are kept. This is new for you:')
            : say('Your answers are kept. Look through the new form, then submit.')}
        </p>
        <ul className={styles.changes}>
          {differences.map(({ key, was, is }) => (
            <Changed key={JSON.stringify([key, was, is])} was={was} is={is} />
          ))}
        </ul>
        <Button busy={busy} onClick={showNew}>
          {say('Show the new form')}
        </Button>
      </Notice>
    </div>
  )
}

/** The same for a visitor, of whom no server knows an answer: by what a page that is sent now has. */
async function differencesFor(application: Application): Promise<Differences> {
  const sent = await (await fetch(window.location.pathname, { cache: 'no-store' })).text()
  const page = new DOMParser().parseFromString(sent, 'text/html')
  // Our own server wrote it, as it wrote that of this page.
  const { institution } = JSON.parse(page.getElementById('institution')?.textContent ?? '')
  await loadStructure(institution)
  const [was, is] = [pageData().institution, sayAll(institution)].map((each) =>
    textsShown(askedForm(each), application),
  )
  return was && is ? textDifferences(was, is) : []
}

function Marked({ keys, onSeen }: { keys: readonly string[]; onSeen: () => void }) {
  const { form } = useApplicant().store
  useEffect(() => markLabels(keys), [keys])
  const asked = keys.flatMap((key) => {
    const place = placeOf(form, key)
    return place ? [{ key, ...place }] : []
  })
  return (
    <div className={styles.notice}>
      <Notice title={say('This is new in the form')}>
        <ul className={styles.changes}>
          {asked.map(({ key, page, first, label }) => (
            <li key={key}>
              <Link to={`/${page}#${first}`}>{label}</Link>
            </li>
          ))}
        </ul>
        <Button variant="outline" onClick={onSeen}>
          {say('I’ve seen it')}
        </Button>
      </Notice>
    </div>
  )
}

/** A question, or the section or page of which something reads otherwise, with the question that its link leads to. */
function placeOf(form: Form, key: string) {
  const asked = placesOf(form).get(key)
  if (asked) return { ...asked, first: key }
  const titled = form.pages.flatMap(({ slug: page, title, items }) => [
    { id: page, page, label: title, first: keysIn(items)[0] },
    ...items.flatMap((item) =>
      item.kind === 'section' ? [{ id: item.id, page, label: item.title, first: item.keys[0] }] : [],
    ),
  ])
  return titled.find(({ id }) => id === key)
}

/** Marks the labels of these questions, also those that are drawn later. Returns a function that takes the marks away. */
function markLabels(keys: readonly string[]): () => void {
  const word = say('New')
  const labels = () => keys.flatMap((key) => [...document.querySelectorAll(`label[for="${CSS.escape(key)}"]`)])
  const mark = () => {
    for (const label of labels()) label.setAttribute('data-new', word)
  }
  mark()
  const drawn = new MutationObserver(mark)
  drawn.observe(document.body, { childList: true, subtree: true })
  return () => {
    drawn.disconnect()
    for (const label of labels()) label.removeAttribute('data-new')
  }
}

/** The keys of what this tab was told before it loaded the new form. */
const markedIn = (): readonly string[] => JSON.parse(sessionStorage.getItem(NEW_IN_FORM) ?? '[]')
