import { say } from '../../../../engine/index.ts'
import { NEW_IN_FORM, otherEdition, pageData } from '../../../client/index.ts'
import { lazyPart, Notice, Status, useObserved } from '../../../parts/index.ts'
import { useSnapshot } from '../applicant/applicant-context.ts'
import { LinkWithAnswers } from './banner.tsx'
import styles from './notices.module.css'

const Live = lazyPart(async () => (await import('./term-notice.tsx')).TermNotice, {
  meanwhile: <BetweenCycles />,
  preloaded: true,
})

/** What the dates of the terms mean for this applicant, as long as the page is open. */
export const TermNotice = () =>
  pageData().institution.term_dates ? (
    <Status>
      <Live />
    </Status>
  ) : null

/** The same before its code has come, as the server wrote it. */
function BetweenCycles() {
  const { between_cycles } = pageData()
  return between_cycles ? <Notice className={styles.notice} title={between_cycles} /> : null
}

/** What is new in the form since the page was opened, once it is known that something is, and on the page after that. */
export function FormChanged() {
  const isOther = useObserved(otherEdition.subscribe, otherEdition.get) !== undefined
  const isReopened = useSnapshot('is_reopened')
  // Of what the server sends a visitor it is no part.
  if (!useSnapshot('is_logged_in')) return isOther && <Changed />
  return (
    <Status>
      {(isOther || NEW_IN_FORM in sessionStorage) && <Changed />}
      {isReopened && <NewSinceSigned />}
    </Status>
  )
}
const Changed = lazyPart(async () => (await import('./form-changed.tsx')).FormChanged)
const NewSinceSigned = lazyPart(async () => (await import('./form-changed.tsx')).NewSinceSigned)

/** Shows whether the answers are saved. A visitor is told how to save them. */
export function SaveLine() {
  return useSnapshot('is_logged_in') ? (
    <Saving />
  ) : (
    <div className={styles.line} data-save-line>
      <LinkWithAnswers to="/signup">{say('Create an account to save')}</LinkWithAnswers>
      <span className={styles.saveLineLogin}>
        <LinkWithAnswers to="/login">{say('Log in')}</LinkWithAnswers>
      </span>
    </div>
  )
}

// Nothing is saved for a visitor. An answer may be typed after the network is gone.
const Saving = lazyPart(async () => (await import('./saving.tsx')).Saving, {
  meanwhile: <div className={styles.line} />,
  preloaded: true,
})

// They report that the network or the page has failed, so they are there before that happens.
const options = { preloaded: true }
export const SaveFailed = lazyPart(async () => (await import('./save-failed.tsx')).SaveFailed, options)
export const UnexpectedError = lazyPart(async () => (await import('./save-failed.tsx')).UnexpectedError, options)

export const TooLate = lazyPart(async () => (await import('./too-late.tsx')).TooLate, options)

export const ClearDevice = lazyPart(async () => (await import('./clear-device.tsx')).ClearDevice, { preloaded: true })

export const DraftQuestions = lazyPart(async () => (await import('./draft-questions.tsx')).DraftQuestions)

export const RefusedAnswers = lazyPart(async () => (await import('./save-failed.tsx')).RefusedAnswers)
