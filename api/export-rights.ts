/**
 * What a token of the export calls allows: to read changes and applications, and besides their documents, demographic
 * answers and Social Security numbers, and to acknowledge.
 */
export const exportRights = ['changes', 'documents', 'demographics', 'ssn', 'acknowledge'] as const
export type ExportRight = (typeof exportRights)[number]
