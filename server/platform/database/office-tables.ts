import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** timestamptz that the database sets by default. */
type Timestamp = Generated<Date>

type WorkState = 'draft' | 'new' | 'in_hand' | 'waiting' | 'came' | 'handled' | 'withdrawn'

/** The tables of the staff desk. */
export type StaffTables = {
  /** Immutable: what the office published. The one that took effect last is active. */
  edition: {
    number: number
    form_version: string
    /** Everything that the office edits, in full. */
    content: ColumnType<unknown, string, never>
    hash: string
    /** What was found before it was published. */
    report: ColumnType<unknown, string, never>
    title: string
    reason: Generated<string>
    /** The earlier edition that it is equal to, if somebody went back to that. */
    same_as: number | null
    source: 'file' | 'desk'
    published_at: Timestamp
    published_by: number | null
    /** Whether it waits for another person. */
    is_careful: Generated<boolean>
    takes_effect_at: Date
    confirmed_at: Date | null
    confirmed_by: number | null
    called_off_at: Date | null
    called_off_by: number | null
  }
  /** What will be published next, while there is anything. */
  edition_draft: {
    only_one: Generated<boolean>
    revision: Generated<number>
    changes: ColumnType<unknown, string, string>
  }
  /** Whom the draft with this hash concerns of those who have begun, as far as they are counted. */
  edition_count: {
    only_one: Generated<boolean>
    of: string
    total: number
    done: Generated<number>
    result: ColumnType<unknown, string | null, string | null>
    counted_at: Date | null
  }
  /** Immutable: what pages load of the face of an edition, by the SHA-256 of its content. */
  face_file: {
    hash: string
    type: 'image/png' | 'text/css; charset=utf-8'
    content: Uint8Array
    /** Of which file for which entry of a face it was drawn. */
    made_of: ColumnType<string | null, string | undefined, never>
    added_at: Timestamp
  }
  /** What staff find an application by; see its migration. */
  application_index: {
    application_id: string
    name: Generated<string>
    /** The name as it is sorted and compared: last name first, folded. */
    sort_name: Generated<string>
    name_words: ColumnType<string, string | undefined, string>
    birth_date: Generated<string>
    phones: ColumnType<readonly string[], readonly string[] | undefined, readonly string[]>
    term: Generated<string>
    major: Generated<string>
    /** What they were called when they were chosen; empty where no list had them. */
    term_label: Generated<string>
    major_label: Generated<string>
    kind: Generated<string>
    ssn_hash: string | null
    ssn_end_hash: string | null
    /** The id of the secret key that the hashes were made with. */
    ssn_key_id: string | null
    /** Keyed hashes of the answers by which an office filters, and of which questions they are. */
    facets: ColumnType<readonly string[], readonly string[] | undefined, readonly string[]>
    facets_of: Generated<string>
    status: Generated<'started' | 'validating' | 'submitted' | 'withdrawn'>
    started_at: Timestamp
    submitted_at: Date | null
    reference: string | null
    indexed_at: Date | null
    /** How it stands with the office; the database works it out, see `workState` of the migrations. */
    work: ColumnType<WorkState, never, never>
    /** Since when. */
    work_since: ColumnType<Date | null, never, never>
    /** Until when its applicant may answer what it waits for. */
    work_until: ColumnType<Date | null, never, never>
    /** What has come since somebody last marked it. */
    came: ColumnType<'document' | 'correction' | null, never, never>
  }
  /** A member of staff, as their provider names them, or as the operator did who made their link. */
  staff_person: {
    id: GeneratedAlways<number>
    issuer: string
    subject: string
    name: string
    role: string
    first_seen_at: Timestamp
    last_seen_at: Timestamp
    /** When an administrator ended their access. */
    ended_at: Date | null
  }
  /** A link with which one person signs in once. */
  staff_link: {
    hash: string
    person_name: string
    role: string
    is_emergency: boolean
    made_by: string
    expires_at: Date
    used_at: Date | null
  }
  staff_session: {
    id: GeneratedAlways<number>
    hash: string
    person_id: number
    role: string
    /** The provider's own id of the session, with which it ends it. */
    provider_session: string | null
    /** When the person last proved who they are. */
    signed_in_at: Date
    used_at: Date
    ends_at: Date
  }
  /** Sign-ins and logout tokens that were used, until they would have expired. */
  staff_used_once: { hash: string; expires_at: Date }
  /** Append-only: what staff write about an application. */
  application_note: {
    id: GeneratedAlways<number>
    application_id: string
    person_id: number
    text: string
    at: Timestamp
  }
  /** How far staff are with an application; without a row it is new and nobody's. `version` rises with each change. */
  handling: {
    application_id: string
    state: Generated<'new' | 'in_hand' | 'handled'>
    assignee_id: number | null
    version: Generated<number>
    changed_at: Timestamp
    /** When somebody last said how far it is. What comes later is news. */
    marked_at: Date | null
  }
  /** What a member of staff asks to be erased; it is, once another has confirmed it. */
  erasure_request: {
    id: GeneratedAlways<number>
    application_id: string
    reason: string
    asked_by: number
    asked_at: Timestamp
  }
  /** An application under dispute, which is not erased until the hold is lifted. */
  hold: { application_id: string; reason: string; made_by: number; made_at: Timestamp }
  /** A search that one person has saved under a name, as the query string of its address. */
  staff_view: {
    id: GeneratedAlways<number>
    person_id: number
    name: string
    search: string
    is_shared: Generated<boolean>
  }
}

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
    language: string
    edition: number | null
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
