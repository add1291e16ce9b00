import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** The tables of what follows a submission (docs/decisions/0078), and of what time ends. */
export type LifeTables = {
  /** Immutable: what was signed before, with the place of its encrypted PDF. The database writes it. */
  earlier_submission: {
    application_id: string
    version: number
    reference: string
    submitted_at: Date
    form_version: string
    snapshot: ColumnType<Readonly<Record<string, unknown>>, string, string>
    pdf_key: string | null
  }
  /** Immutable: the documents of each signed version. The database writes it. */
  signed_document: { application_id: string; version: number; answer_key: string; document_id: string }
  /** A submitted application that its applicant may change until a moment; at most one is open. */
  reopening: {
    id: GeneratedAlways<number>
    application_id: string
    /** The version that it lets be replaced. */
    version: number
    until: Date
    reason: string
    made_by: number
    made_at: Generated<Date>
    ended_at: Date | null
    outcome: 'signed' | 'closed' | 'expired' | 'withdrawn' | null
  }
  /** A document that staff ask for after the submission. */
  document_request: {
    id: GeneratedAlways<number>
    application_id: string
    title: string
    reason: string
    until: Date
    made_by: number
    made_at: Generated<Date>
    /** When it was answered or taken back. */
    ended_at: Date | null
    document_id: string | null
    /** The change by which other systems are told of the document. The database writes it. */
    change_seq: ColumnType<number | null, never, never>
  }
  /** A submitted application that its applicant no longer wants to be read. */
  withdrawal: { application_id: string; reason: Generated<string>; at: Generated<Date> }
  /** One row: what this database knows about the time (clock.ts). */
  clock: {
    only_row: Generated<true>
    /** The newest time that counts as right. */
    right_at: Date
    /** The newest time that is in doubt, and how long processes have worked since the doubt began. */
    doubted_at: Date | null
    doubted_seconds: number
  }
}
