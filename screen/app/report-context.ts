import { createContext, useContext } from 'react'

/** Tells the server's log of an error, and gives whether it is there. */
export type Report = (error: unknown) => Promise<boolean>

export const ReportContext = createContext<Report | null>(null)

export function useReport(): Report {
  const report = useContext(ReportContext)
  if (report === null) throw new Error('This part of the app stands outside ReportContext.')
  return report
}
