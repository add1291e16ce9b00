import type { ExportRight } from '../../../api/browser.ts'
import type { StaffReply } from '../../../api/index.ts'

type Listed = StaffReply<'findApplications'>['applications'][number]

/** What the codes of the calls are called on the screen. */
export const statusLabels: Readonly<Record<Listed['status'], string>> = {
  started: 'Started',
  validating: 'Missing something',
  submitted: 'Submitted',
  withdrawn: 'Withdrawn',
}
export const handlingLabels: Readonly<Record<Listed['handling']['state'], string>> = {
  new: 'New',
  in_hand: 'In hand',
  handled: 'Handled',
}
export const handedOverLabels: Readonly<Record<Listed['handed_over'], string>> = {
  none: 'Not yet',
  delivered: 'Handed over',
  accepted: 'Accepted',
  suspended: 'Held back there',
  rejected: 'Rejected there',
}
export const pdfLabels: Readonly<Record<Listed['pdf'], string>> = {
  none: 'None',
  waiting: 'Being made',
  ready: 'Ready',
  failed: 'Failed',
}
export const mailLabels: Readonly<Record<Listed['receipt'], string>> = {
  none: 'None',
  waiting: 'Waiting',
  sent: 'Sent',
  refused: 'Refused',
}
export const deliveryLabels: Readonly<Record<StaffReply<'readDelivery'>['state'], string>> = {
  under_way: 'Under way',
  cut_off: 'Cut off, nothing handed over',
  kept: 'Kept on the server',
  sending: 'Being sent',
  not_sent: 'Not sent',
  sent: 'Sent',
}
/** What a system may have besides the application. */
export const includeLabels: Readonly<Record<string, string>> = {
  documents: 'documents',
  application_pdfs: 'application PDFs',
  demographics: 'gender, ethnicity and race',
  ssn: 'Social Security numbers',
}
export const exportRightLabels: Readonly<Record<ExportRight, string>> = {
  changes: 'Read changes and applications',
  documents: 'Read documents and packets',
  demographics: 'Read gender, ethnicity and race',
  ssn: 'Read Social Security numbers',
  acknowledge: 'Acknowledge applications',
}
export const roleLabels = {
  viewer: 'Viewer',
  processor: 'Processor',
  data_steward: 'Data steward',
  administrator: 'Administrator',
} as const

/** "3 attached, 1 failed" */
export function documentsInWords({ attached, waiting, failed }: Listed['documents']): string {
  const parts = [
    attached > 0 && `${attached} attached`,
    waiting > 0 && `${waiting} being converted`,
    failed > 0 && `${failed} failed`,
  ]
  return parts.filter(Boolean).join(', ') || 'None'
}

/** The choices of a table of labels, after one for all of them. */
export const choicesOf = (labels: Readonly<Record<string, string>>, all: string) =>
  [['', all], ...Object.entries(labels)] as readonly (readonly [string, string])[]
