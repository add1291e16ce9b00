import { useCallback, useEffect, useState } from 'react'
import { CallError, call } from '../../../client/index.ts'
import { Button, Dialog, useToast } from '../../../parts/index.ts'
import { useApplicant } from '../applicant/index.ts'
import { sortVisitorAnswers } from '../drafts/index.ts'

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
      showToast({ severity: 'success', text: 'We filled in the answers from your link where you had none.' })
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
          header="Use the answers from your link?"
          description="We’ll fill in only the questions you haven’t answered. Your saved answers won’t change."
          actions={
            <>
              <Button onClick={() => fill(state.answer)}>Fill them in</Button>
              <Button variant="outline" onClick={close}>
                Leave them out
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
          header="We couldn’t open your link"
          description={state.error.message}
          actions={
            isGone ? <Button onClick={close}>Continue</Button> : <Button onClick={() => void ask()}>Try again</Button>
          }
        />
      )
    }
  }
}
