import { useEffect } from 'react'
import { CallError } from '../client/index.ts'
import { useToast } from '../parts/index.ts'
import { formatError } from './format-error.ts'
import { useReport } from './report-context.ts'
import { useSession } from './session-context.ts'

/** The one place that tells a person of errors that nobody caught: of events and of calls (specification §8). */
export function UncaughtErrors() {
  const { obey } = useSession()
  const report = useReport()
  const showToast = useToast()
  useEffect(() => {
    const tell = (error: unknown) => {
      if (obey(error)) return
      if (!(error instanceof CallError)) report(error)
      showToast({ severity: 'error', title: titleOf(error), text: formatError(error) })
    }
    const onError = ({ error }: ErrorEvent) => {
      if (error) tell(error) // without one it is the browser's own complaint, such as about a resize observer
    }
    const onRejection = (event: PromiseRejectionEvent) => {
      if (event.reason instanceof CallError) event.preventDefault() // told to the person: no fault for the console
      tell(event.reason)
    }
    window.addEventListener('error', onError)
    window.addEventListener('unhandledrejection', onRejection)
    return () => {
      window.removeEventListener('error', onError)
      window.removeEventListener('unhandledrejection', onRejection)
    }
  }, [obey, report, showToast])
  return null
}

const titleOf = (error: unknown) => (error instanceof CallError ? error.title : undefined)
