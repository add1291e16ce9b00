import { createContext, useContext } from 'react'

/** Tells the server's log of an error. */
export type Report = (error: unknown) => void

export const ReportContext = createContext<Report | null>(null)

export function useReport(): Report {
  const report = useContext(ReportContext)
  if (report === null) throw new Error('This part of the app stands outside ReportContext.')
  return report
}
