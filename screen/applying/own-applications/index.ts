/** The applications of one account, and what the office asked for after a submission. Loaded on demand. */
export { ApplicationNotices } from './application-notices.tsx'
export { callsForRequest, OwnApplications, type OwnApplicationsProps } from './own-applications.tsx'
