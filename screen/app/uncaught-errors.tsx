import { createContext, useContext, useEffect } from 'react'
import { unexpected } from '../../api/browser.ts'
import { say } from '../../engine/index.ts'
import { CallError } from '../client/index.ts'
import { useToast } from '../parts/index.ts'
import { useSession } from './session-context.ts'

/** The one place that shows uncaught errors of events and calls (requirements 8.uncaught). */
export function UncaughtErrors() {
  const { handleAuthError } = useSession()
  const uncaught = useUncaught()
  const report = useReport()
  const showToast = useToast()
  useEffect(
    () =>
      uncaught.listen((error) => {
        if (handleAuthError(error)) return
        if (!(error instanceof CallError)) void report(error)
        showToast({ severity: 'error', title: titleOf(error), text: formatError(error) })
      }),
    [uncaught, handleAuthError, report, showToast],
  )
  return null
}

const titleOf = (error: unknown) => (error instanceof CallError && error.title) || say('Unexpected Error')

export const UncaughtContext = createContext<Uncaught | null>(null)

function useUncaught(): Uncaught {
  const uncaught = useContext(UncaughtContext)
  if (uncaught === null) throw new Error('This component must be rendered inside UncaughtContext.')
  return uncaught
}

export type Uncaught = {
  /** Calls `tell` with every error from now on and earlier ones not yet reported. Returns a function that stops it. */
  listen(tell: (error: unknown) => void): () => void
}

/** Collects uncaught errors of events and calls, from the moment the page starts (requirements 8.uncaught). */
export function listenForUncaught(): Uncaught {
  const untold: unknown[] = []
  let listener: ((error: unknown) => void) | undefined
  const take = (error: unknown) => (listener ? listener(error) : void untold.push(error))

  window.addEventListener('error', ({ error }) => {
    if (error) take(error) // without an error it is a browser notice, such as about a resize observer
  })
  window.addEventListener('unhandledrejection', (event) => {
    if (event.reason instanceof CallError) event.preventDefault() // shown to the person, so not a fault for the console
    take(event.reason)
  })
  return {
    listen(tell) {
      listener = tell
      for (const error of untold.splice(0)) tell(error)
      return () => {
        listener = undefined
      }
    },
  }
}

/** Reports an error to the server's log, and returns whether the report arrived. */
export type Report = (error: unknown) => Promise<boolean>

export const ReportContext = createContext<Report | null>(null)

export function useReport(): Report {
  const report = useContext(ReportContext)
  if (report === null) throw new Error('This component must be rendered inside ReportContext.')
  return report
}

/** The message for a person: that of a failed call, otherwise the general one. Errors in our code do not help them. */
const formatError = (error: unknown): string => (error instanceof CallError ? error.message : say(unexpected.message))
