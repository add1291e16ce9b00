import { useEffect } from 'react'
import { CallError } from '../client/index.ts'
import { useToast } from '../parts/index.ts'
import { formatError } from './format-error.ts'
import { useReport } from './report-context.ts'
import { useSession } from './session-context.ts'
import { useUncaught } from './uncaught-context.ts'

/** The one place that shows uncaught errors of events and calls (requirements 8.uncaught). */
export function UncaughtErrors() {
  const { obey } = useSession()
  const uncaught = useUncaught()
  const report = useReport()
  const showToast = useToast()
  useEffect(
    () =>
      uncaught.listen((error) => {
        if (obey(error)) return
        if (!(error instanceof CallError)) void report(error)
        showToast({ severity: 'error', title: titleOf(error), text: formatError(error) })
      }),
    [uncaught, obey, report, showToast],
  )
  return null
}

const titleOf = (error: unknown) => (error instanceof CallError && error.title) || 'Unexpected Error'
