import type { StaffRight } from './rights.ts'

/** Who may make a call: anybody, whoever is signed in, or whoever has a right. */
type StaffAccess = 'public' | 'signed_in' | StaffRight

type StaffPath = { readonly method: 'GET' | 'POST'; readonly path: string; readonly access: StaffAccess }

/**
 * The method, path and right of every call of the staff desk. What names a person travels in a body, never in an
 * address. Plain data that the screen can import without the schemas.
 */
export const staffPaths = {
  staffSession: { method: 'GET', path: '/staff/api/session', access: 'signed_in' },
  useStaffLink: { method: 'POST', path: '/staff/api/link', access: 'public' },
  signOutStaff: { method: 'POST', path: '/staff/api/sign-out', access: 'signed_in' },
  findApplications: { method: 'POST', path: '/staff/api/applications', access: 'list' },
  countWork: { method: 'GET', path: '/staff/api/work', access: 'list' },
  readApplication: { method: 'GET', path: '/staff/api/applications/:id', access: 'read' },
  openApplication: { method: 'POST', path: '/staff/api/applications/:id/view', access: 'read' },
  addNote: { method: 'POST', path: '/staff/api/applications/:id/notes', access: 'act' },
  makeHeldData: { method: 'POST', path: '/staff/api/applications/:id/held-data', access: 'held_data' },
  revealSsn: { method: 'POST', path: '/staff/api/applications/:id/ssn', access: 'reveal' },
  changeHandling: { method: 'POST', path: '/staff/api/handling', access: 'act' },
  helpWithAccount: { method: 'POST', path: '/staff/api/applications/:id/account', access: 'act' },
  reopenApplication: { method: 'POST', path: '/staff/api/applications/:id/reopen', access: 'act' },
  closeApplication: { method: 'POST', path: '/staff/api/applications/:id/close', access: 'act' },
  requestDocument: { method: 'POST', path: '/staff/api/applications/:id/document-requests', access: 'act' },
  takeBackRequest: { method: 'POST', path: '/staff/api/applications/:id/document-requests/take-back', access: 'act' },
  askErasure: { method: 'POST', path: '/staff/api/applications/:id/erasure', access: 'act' },
  cancelErasure: { method: 'POST', path: '/staff/api/applications/:id/erasure/cancel', access: 'signed_in' },
  confirmErasure: { method: 'POST', path: '/staff/api/applications/:id/erasure/confirm', access: 'administer' },
  holdApplication: { method: 'POST', path: '/staff/api/applications/:id/hold', access: 'act' },
  liftHold: { method: 'POST', path: '/staff/api/applications/:id/hold/lift', access: 'administer' },
  listErasures: { method: 'GET', path: '/staff/api/erasures', access: 'administer' },
  readErasure: { method: 'GET', path: '/staff/api/erasures/:id', access: 'administer' },
  listLostReceipts: { method: 'GET', path: '/staff/api/lost-receipts', access: 'read' },
  settleLostReceipt: { method: 'POST', path: '/staff/api/lost-receipts/settle', access: 'act' },
  listStaff: { method: 'GET', path: '/staff/api/people', access: 'list' },
  endStaff: { method: 'POST', path: '/staff/api/people/:id/end', access: 'administer' },
  listViews: { method: 'GET', path: '/staff/api/views', access: 'list' },
  saveView: { method: 'POST', path: '/staff/api/views', access: 'list' },
  removeView: { method: 'POST', path: '/staff/api/views/:id/remove', access: 'list' },
  readStatistics: { method: 'GET', path: '/staff/api/statistics', access: 'list' },
  readRecord: { method: 'POST', path: '/staff/api/record', access: 'administer' },
  listTargets: { method: 'GET', path: '/staff/api/targets', access: 'export' },
  listDeliveries: { method: 'POST', path: '/staff/api/deliveries/list', access: 'export' },
  readDelivery: { method: 'GET', path: '/staff/api/deliveries/:id', access: 'export' },
  makeDelivery: { method: 'POST', path: '/staff/api/deliveries', access: 'export' },
  tryDelivery: { method: 'POST', path: '/staff/api/deliveries/try', access: 'export' },
  sendDeliveries: { method: 'POST', path: '/staff/api/deliveries/send', access: 'export' },
  makeDeliveryAgain: { method: 'POST', path: '/staff/api/deliveries/:id/again', access: 'export' },
  listCodeMaps: { method: 'GET', path: '/staff/api/code-maps', access: 'export' },
  listTokens: { method: 'GET', path: '/staff/api/tokens', access: 'tokens' },
  makeToken: { method: 'POST', path: '/staff/api/tokens', access: 'export' },
  confirmToken: { method: 'POST', path: '/staff/api/tokens/confirm', access: 'administer' },
  takeOverToken: { method: 'POST', path: '/staff/api/tokens/take-over', access: 'export' },
  endToken: { method: 'POST', path: '/staff/api/tokens/end', access: 'tokens' },
  listAcknowledgements: { method: 'GET', path: '/staff/api/acknowledgements', access: 'export' },
  recordAcknowledgement: { method: 'POST', path: '/staff/api/acknowledgements', access: 'export' },
  recordAcknowledgements: { method: 'POST', path: '/staff/api/acknowledgements/file', access: 'export' },
  readForm: { method: 'GET', path: '/staff/api/form', access: 'form' },
  saveFormDraft: { method: 'POST', path: '/staff/api/form/draft', access: 'form' },
  checkForm: { method: 'POST', path: '/staff/api/form/check', access: 'form' },
  compareForm: { method: 'POST', path: '/staff/api/form/compare', access: 'form' },
  compareSamples: { method: 'POST', path: '/staff/api/form/samples', access: 'form' },
  previewForm: { method: 'POST', path: '/staff/api/form/preview', access: 'form' },
  storeFacePicture: { method: 'POST', path: '/staff/api/form/picture', access: 'form' },
  judgeFaceColor: { method: 'POST', path: '/staff/api/form/color', access: 'form' },
  publishForm: { method: 'POST', path: '/staff/api/form/publish', access: 'publish' },
  rollBackForm: { method: 'POST', path: '/staff/api/form/roll-back', access: 'publish' },
  confirmEdition: { method: 'POST', path: '/staff/api/form/editions/:id/confirm', access: 'publish' },
  callOffEdition: { method: 'POST', path: '/staff/api/form/editions/:id/call-off', access: 'publish' },
} as const satisfies Readonly<Record<string, StaffPath>>

export type StaffCallName = keyof typeof staffPaths

/** The address of an application's packet, a PDF. It holds every answer but the number, so it needs the right `sensitive`. */
export const packetPath = (id: string): string => `/staff/files/${id}/packet`

/** The address of the original of a signed document. It needs the right `original`. */
export const originalPath = (id: string, document: string): string => `/staff/files/${id}/originals/${document}`

/** The address of the certificate of an erasure, a PDF. It needs the right `administer`. */
export const certificatePath = (id: string): string => `/staff/files/${id}/erasure`

/** Everything of the record that a filter finds, as CSV: POST the filter. It needs the right `export_record`. */
export const recordExportPath = '/staff/api/record/export'
