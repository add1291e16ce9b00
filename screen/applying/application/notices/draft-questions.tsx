import { useCallback, useEffect, useState } from 'react'
import { say } from '../../../../engine/index.ts'
import { CallError, call } from '../../../client/index.ts'
import { Button, Dialog, ErrorBoundary, lazyPart, useObserved, useToast } from '../../../parts/index.ts'
import { useApplicant, useApplicantDeps } from '../applicant/applicant-context.ts'
import { sortVisitorAnswers } from '../drafts/drafts.ts'

const Differences = lazyPart(async () => (await import('./differences.tsx')).Differences)

/**
 * Dialogs about a stored draft or a link with answers, loaded when needed. As long as they cannot be shown, everything
 * stays stored.
 */
export function DraftQuestions() {
  const { visitorDraft, conflicts, token } = useApplicant()
  const { returned } = visitorDraft
  const stored = useObserved(returned.subscribe, returned.get)
  const asks = useObserved(conflicts.subscribe, conflicts.get)
  const linked = useObserved(token.subscribe, token.get)
  return (
    <ErrorBoundary fallback={() => null}>
      {stored && <ReturnedDraft />}
      {!stored && linked && <LinkedAnswers token={linked} />}
      {Object.keys(asks).length > 0 && <Differences asks={asks} />}
    </ErrorBoundary>
  )
}

/** Asks before a visitor sees a draft on this device, because it may be somebody else's (Q41). */
export function ReturnedDraft() {
  const { applicant, onErased } = useApplicantDeps()
  const { goOn } = applicant.visitorDraft
  const [erasing, setErasing] = useState(false)
  if (erasing) {
    return (
      <Dialog
        open
        onClose={() => setErasing(false)}
        header={say('Start over')}
        description={say('This removes every answer in the draft from this device. You can’t undo it.')}
        actions={
          <>
            <Button variant="danger" onClick={() => onErased('draft')}>
              {say('Erase and start over')}
            </Button>
            <Button variant="outline" onClick={() => setErasing(false)}>
              {say('Keep the draft')}
            </Button>
          </>
        }
      />
    )
  }
  return (
    <Dialog
      open
      onClose={goOn}
      header={say('Welcome back')}
      description={say('We found an unfinished application on this device. Is it yours?')}
      actions={
        <>
          <Button onClick={goOn}>{say('Continue where you left off')}</Button>
          <Button variant="outline" onClick={() => setErasing(true)}>
            {say('Start over')}
          </Button>
        </>
      }
    />
  )
}

type State =
  | { readonly kind: 'asked' }
  | { readonly kind: 'arrived'; readonly answer: Readonly<Record<string, string>> }
  | { readonly kind: 'failed'; readonly error: CallError }

/** The answers behind a link with a temporary token. They fill empty answers, after asking signed-in people (Q38). */
export function LinkedAnswers({ token }: { token: string }) {
  const applicant = useApplicant()
  const showToast = useToast()
  const [state, setState] = useState<State>({ kind: 'asked' })
  const close = () => applicant.token.set(undefined)

  const fill = useCallback(
    (answer: Readonly<Record<string, string>>) => {
      const { store } = applicant
      applicant.fillEmpty(sortVisitorAnswers(store.form, store.current(), answer).fills)
      applicant.token.set(undefined)
      showToast({ severity: 'success', text: say('We filled in the answers from your link where you had none.') })
    },
    [applicant, showToast],
  )
  const ask = useCallback(async () => {
    setState({ kind: 'asked' })
    try {
      const { answer } = await call('keptAnswers', { token })
      if (applicant.snapshot.get().is_logged_in) setState({ kind: 'arrived', answer })
      else fill(answer)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setState({ kind: 'failed', error })
    }
  }, [applicant, fill, token])
  useEffect(() => void ask(), [ask])

  switch (state.kind) {
    case 'asked':
      return null
    case 'arrived':
      return (
        <Dialog
          open
          onClose={close}
          header={say('Use the answers from your link?')}
          description={say('We’ll fill in only the questions you haven’t answered. Your saved answers won’t change.')}
          actions={
            <>
              <Button onClick={() => fill(state.answer)}>{say('Fill them in')}</Button>
              <Button variant="outline" onClick={close}>
                {say('Leave them out')}
              </Button>
            </>
          }
        />
      )
    case 'failed': {
      const isGone = state.error.code === 'unknown_token'
      return (
        <Dialog
          open
          onClose={close}
          header={say('We couldn’t open your link')}
          description={state.error.message}
          actions={
            isGone ? (
              <Button onClick={close}>{say('Continue')}</Button>
            ) : (
              <Button onClick={() => void ask()}>{say('Try again')}</Button>
            )
          }
        />
      )
    }
  }
}
