import { createContext, useContext } from 'react'

/** Reports an error to the server's log, and returns whether the report arrived. */
export type Report = (error: unknown) => Promise<boolean>

export const ReportContext = createContext<Report | null>(null)

export function useReport(): Report {
  const report = useContext(ReportContext)
  if (report === null) throw new Error('This component must be rendered inside ReportContext.')
  return report
}
