import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Sealed } from '../secrets/index.ts'
import type { LifeTables, StaffTables } from './office-tables.ts'

/** Answers as earlier releases stored them: of an application that is not sealed whole yet. */
export type StoredAnswers = Readonly<Record<string, string | Sealed>>

/**
 * How a key was last written: the revision at which it got its value, its writer, the writer's own number, when
 * (milliseconds), when the history last recorded this key and writer, and whether it recorded this write.
 */
export type StoredWrite = readonly [
  revision: number,
  device: string,
  number: number,
  at: number,
  recordedAt: number,
  isRecorded: boolean,
]

/** What happened to a submitted application that other systems must be told. */
export type ChangeKind = 'submitted' | 'corrected' | 'withdrawn' | 'erased'

/**
 * What a search of the database's files for an erased application found. Without `files` it could not be made, because
 * the server was restarted before it.
 */
export type SearchedBytes = {
  readonly at: string
  readonly marks: number
  readonly files?: number
  readonly bytes?: number
  /** The files in which something of it was found. */
  readonly found?: readonly string[]
}

/** jsonb: read as a value, written as `JSON.stringify(value)` (pg would turn an array into a PostgreSQL array). */
type Json<Value> = ColumnType<Value, string, string>

/** timestamptz that the database sets by default. */
type Timestamp = Generated<Date>

/** Every table, for Kysely. int8 columns and counts are numbers on both databases. */
export type Tables = {
  application: {
    id: Generated<string>
    /** Whose current application it is; null for an earlier one. */
    account_id: string | null
    /** Whose earlier application it is; null for a current one. */
    former_account_id: string | null
    /** Everything in it that names a key or holds an answer (stored-record.ts); null if an earlier release wrote it. */
    sealed: Uint8Array | null
    /** The same as an earlier release wrote it; {} beside `sealed`. */
    answers: GeneratedJson<StoredAnswers>
    add_another: GeneratedJson<Readonly<Record<string, number>>>
    opened_gates: GeneratedJson<StoredAnswers>
    tabs: GeneratedJson<Readonly<Record<string, string>>>
    writings: GeneratedJson<Readonly<Record<string, StoredWrite>>>
    browsers: GeneratedJson<Readonly<Record<string, string>>>
    revision: Generated<number>
    last_page: Generated<string>
    /** The key of its encrypted answers, history, snapshot and PDF; null before `npm run keys` has given it one. */
    data_key: Json<Sealed> | null
    created_at: Timestamp
    updated_at: Timestamp
    /** When its owner wanted no more reminders about it. */
    reminders_stopped_at: Date | null
  }
  /**
   * Append-only record of every written answer, so that no save destroys what it replaced. Writes of one key by one
   * device within a minute share one row.
   */
  answer_history: {
    id: GeneratedAlways<number>
    application_id: string
    revision: number
    /** What was written and by which device; null if it is beside it in the clear. */
    sealed: Uint8Array | null
    changed: Json<StoredAnswers>
    /** Who wrote it; '' without an order, null for rows of earlier releases. */
    device: string | null
    at: Timestamp
  }
  web_status: { application_id: string; status: 'started' | 'validating' | 'submitted'; at: Timestamp }
  successful_login: { id: GeneratedAlways<number>; account_id: string; at: Timestamp }
  validation_report: {
    id: GeneratedAlways<number>
    application_id: string
    sealed: Uint8Array | null
    problems: Json<Readonly<Record<string, readonly string[]>>>
    at: Timestamp
  }
  /** Immutable: the application as it was signed last. */
  submission: {
    application_id: string
    /** How often it has been signed. */
    version: Generated<number>
    reference: string
    submitted_at: Timestamp
    form_version: string
    /** In which it was read and signed, such as 'en'. */
    language: Generated<string>
    /** The number of the edition that was shown; null before there were any. */
    edition: ColumnType<number | null, number | undefined, number>
    snapshot: Json<Readonly<Record<string, unknown>>>
  }
  /** The application PDF of a submission, encrypted: in the storage, or in `file` before it has a data key. */
  application_pdf: {
    application_id: string
    version: Generated<number>
    status: 'UNPROCESSED' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED'
    message: string | null
    file: string | null
    file_key: string | null
    updated_at: Timestamp
  }
  /** One row per mail that must be sent once, without addresses or bodies; `key` identifies the mail. */
  sent_mail: {
    id: GeneratedAlways<number>
    key: string
    kind: string
    application_id: string | null
    account_id: string | null
    enqueued_at: Timestamp
    /** When the mail server accepted it. */
    sent_at: Date | null
    /** When the mail server refused it for good, and with which SMTP status. */
    refused_at: Date | null
    refused_status: number | null
    /** When it last refused it for a reason other than its address, until it accepts it; and the codes of its reply. */
    blocked_at: Date | null
    reply: string | null
  }
  /** Answers stored without an account, for the link whose token has this hash. */
  temporary_answers: {
    token_hash: string
    answers: Json<Sealed>
    expires_at: Date
    /** The sender's network address as a keyed hash, and the size: the total for each sender is limited. */
    network: Generated<string>
    bytes: Generated<number>
  }
  /** Links that let staff read one application for a limited time. */
  service_link: {
    id: GeneratedAlways<number>
    hash: string
    application_id: string
    expires_at: Date
    /** The session of the person who opened it at the staff desk, which alone may use it; null for a command's link. */
    staff_session_id: number | null
    /** The rights of that person; null for a command's link, and for one of a release before this one. */
    rights: ColumnType<readonly string[] | null, string | undefined, never>
    /** How a release before this one says it. */
    may_read_sensitive: Generated<boolean>
    may_read_demographics: Generated<boolean>
  }
  /** Links that let another phone add the document of one question, made in a session and ended with it. */
  phone_link: {
    hash: string
    session_id: string
    account_id: string
    answer_key: string
    /** Where the last file from the phone may be, or is; null before the first. */
    file_key: string | null
    expires_at: Date
  }
  /** An uploaded document, from the permission to upload on; ISSUED and DETACHED ones do not count. */
  document: {
    id: Generated<string>
    application_id: string
    answer_key: string
    /** Where its upload form may write until the conversion begins. */
    file_key: string
    /** Where the scanned and converted bytes are; null until then, and for documents older than this column. */
    original_key: string | null
    result_key: string
    file_name: string | null
    file_size: number | null
    status: Generated<'ISSUED' | 'UNPROCESSED' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED' | 'DETACHED'>
    message: string | null
    /** How many conversions were started. */
    attempts: Generated<number>
    /** How many of them the converter's own crash ended. */
    crashes: Generated<number>
    /** How many of them were put back because the machine was too busy to run them. */
    delays: Generated<number>
    /**
     * Whether nothing is, or can still be written, at `file_key`. Nothing is at `original_key` then either, except for
     * documents of earlier releases.
     */
    upload_ended: Generated<boolean>
    /** When its bytes were last scanned for malware; null if they never were. */
    scanned_at: Date | null
    /** By what, as the scanner calls itself with its version. */
    scanned_by: string | null
    /** What its digital signatures were worth when it came, sealed; null if it had none. */
    signatures: Json<Sealed> | null
    /** Where its original is then, sealed. */
    kept_key: string | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  /** One row: what the storage sweep has to remember (docs/decisions/0022). */
  storage_care: {
    only_row: Generated<true>
    token: string | null
    next_token: string | null
    /** Why the last sweep removed nothing; null when it completed. */
    stopped: string | null
    /** Number of files below the installation's id that belong to no document; null before the first count. */
    unknown_files: number | null
    counted_at: Date | null
  }
  /** Every file that was removed from the storage. */
  removed_file: { key: string; document_id: string; application_id: string; reason: string; at: Timestamp }
  /** One row: which installation owns this database. */
  installation: {
    only_row: Generated<true>
    id: Generated<string>
    /** How passwords are hashed; `scrypt` where an earlier release made the installation. */
    hashes_passwords_with: Generated<'argon2id' | 'scrypt'>
    /** Whether new applications get a data key. */
    has_data_keys: Generated<boolean>
    /** The key of the seals of PDFs. */
    pdf_seal_key: Json<Sealed> | null
    canonical_through: Generated<string>
    /** Whether what is signed is compressed before it is encrypted, and how far that has come for what was before. */
    compresses_signed: Generated<boolean>
    signed_compressed_through: Generated<string>
    /** Whether applications are sealed whole. */
    seals_records: Generated<boolean>
    created_at: Timestamp
  }
  /** Keys that may have encrypted something; a process without one of them does not start. */
  secret_key: { id: string; fingerprint: string; first_used_at: Timestamp }
  /** A sign-up waiting for its code. A decoy is for an address that already has an account; no code confirms it. */
  pending_sign_up: {
    id: GeneratedAlways<number>
    email: string
    network_hash: string
    /** Hash of the cookie that the browser of this sign-up was given. */
    proof_hash: string
    password_hash: string
    /** Which of its codes is valid. The codes themselves are derived, not stored. */
    code_number: Generated<number>
    code_expires_at: Date
    tries_left: number
    is_decoy: boolean
    created_at: Date
    expires_at: Date
  }
  /**
   * A change of an account's email address; without an outcome it waits for its code. A decoy is for an address that has
   * an account already; no code confirms it.
   */
  email_change: {
    id: GeneratedAlways<number>
    account_id: string
    old_email: string
    new_email: string
    is_decoy: boolean
    tries_left: number
    code_expires_at: Date
    outcome: 'confirmed' | 'ended' | null
    created_at: Date
  }
  rate_limit: { key: string; count: number; window_ends: Date }
  /** Append-only: who did what to which application. */
  audit: {
    id: GeneratedAlways<number>
    at: Timestamp
    actor: string
    action: string
    subject: string
    detail: GeneratedJson<Readonly<Record<string, unknown>>>
  }
  /** The processes that use this database, and when each last said that it is alive. */
  process: {
    id: string
    kind: 'server' | 'worker'
    does_jobs: boolean
    release: string
    /** The id of the secret key with which it encrypts. */
    key_id: string
    host: string
    started_at: Timestamp
    beat_at: Timestamp
  }
  /**
   * Append-only: what other systems must be told, in the order in which it became visible, so that whoever has read up
   * to a number misses nothing. The database writes it.
   */
  application_change: {
    seq: GeneratedAlways<number>
    application_id: string
    version: Generated<number>
    kind: ChangeKind
    at: Timestamp
  }
  /** Append-only: when what the form asks changed, in the same order; see its migration. A function writes it. */
  form_change: {
    id: GeneratedAlways<number>
    /** null for what the feed begins with, which nobody is told. */
    seq: number | null
    edition: number
    form_version: string
    digest: string
    at: Timestamp
  }
  /** A delivery to a target; its changes are those after `after_seq` up to `through_seq`. */
  delivery: {
    id: GeneratedAlways<number>
    target: string
    made_by: string
    after_seq: number
    through_seq: number
    previous_id: number | null
    /** Whether a range was asked for, so that the next delivery does not go on from it. */
    is_repeat: Generated<boolean>
    /** What it was made with: enough to make it again byte for byte. */
    configuration: Json<Readonly<Record<string, unknown>>>
    started_at: Timestamp
    /** When the process that makes it last said so. */
    touched_at: Timestamp
    /** The text of its manifest; null until it is whole. */
    manifest: string | null
    sent_at: Date | null
    /** When the copy that is kept was removed. */
    expired_at: Date | null
  }
  /** An application in a delivery, and why it was held back: null when it was not. */
  delivery_row: {
    delivery_id: number
    application_id: string
    seq: number
    version: number
    kind: ChangeKind
    suspended: Json<readonly string[]> | null
  }
  /** Append-only: what a target answered about a version of an application. */
  acknowledgement: {
    id: GeneratedAlways<number>
    target: string
    application_id: string
    version: number
    result: 'accepted' | 'suspended' | 'rejected'
    their_id: Generated<string>
    reason: Generated<string>
    made_by: string
    at: Timestamp
  }
  /** A token for the export calls, as a hash. `networks` limits where it may be used from; empty for everywhere. */
  export_token: {
    id: string
    name: string
    hash: string
    rights: Json<readonly string[]>
    networks: Json<readonly string[]>
    made_by: string
    made_at: Timestamp
    expires_at: Date
    last_used_at: Date | null
    ended_at: Date | null
    /** The member of staff with whose access it ends; null for one that a command made. */
    owner_id: number | null
    purpose: Generated<string>
    /** Its hash, until another person has confirmed it; then null. */
    waiting_hash: string | null
    confirmed_by: number | null
    confirmed_at: Date | null
  }
  /** Where a webhook stands: everything up to `after_seq` was taken by its receiver. */
  webhook: {
    name: string
    after_seq: number
    /** How often the next message failed, since when, and when it is tried again. */
    tries: Generated<number>
    failing_since: Date | null
    next_try_at: Date
    /** How the last try ended, in words. */
    outcome: Generated<string>
    sent_at: Date | null
    turned_off_at: Date | null
    /** Who sends to it now, and until when nobody else may. */
    claim: string | null
    claimed_until: Date | null
  }
  /** An application that was erased: ids and dates, and nothing of what it held. */
  erasure: {
    application_id: string
    reference: string | null
    /** `list` for one that a restored database had again. */
    cause: 'applicant' | 'staff' | 'retention' | 'list'
    asked_by: number | null
    confirmed_by: number | null
    erased_at: Timestamp
    /** When its files were last erased; a day later they are erased once more. */
    files_erased_at: Date | null
    /** How much was removed, by what it was. */
    removed: GeneratedJson<Readonly<Record<string, number>>>
    /** The search of the database's files for it; null until then, and where it cannot be searched. */
    searched: Json<SearchedBytes> | null
  }
  /** An account that was erased, when the list in the storage got it, and when the embedded database was written anew. */
  erased_account: { account_id: string; erased_at: Timestamp; listed_at: Date | null; scrubbed_at: Date | null }
  /** What was ended, and when the list in the storage got it; `subject` is empty for sessions and links, which end together. */
  revocation: {
    id: Generated<string>
    kind: 'token' | 'staff' | 'password' | 'sessions'
    subject: string
    at: Timestamp
    listed_at: Date | null
  }
  /** A receipt that was given, and the secret key under which the storage lists it. */
  receipt: { application_id: string; version: number; listed_under: string | null }
  /** A receipt that the storage lists and this database did not have, because it was restored from a backup. */
  lost_receipt: {
    application_id: string
    version: number
    reference: string
    submitted_at: Date
    owner: Json<Sealed>
    found_at: Timestamp
  }
  /** Imported lists of schools; `content` is gzipped JSON. */
  school_list: { source: string; content: Uint8Array; kept: number; imported_at: Timestamp }
} & LifeTables &
  StaffTables &
  AccountTables

type GeneratedJson<Value> = ColumnType<Value, string | undefined, string>

/** Accounts, in tables as the library of the first releases wrote them; what only it used stays empty (docs/decisions/0094). */
type AccountTables = {
  user: {
    id: string
    name: string
    email: string
    emailVerified: boolean
    image: string | null
    /** That it chose last; its mails are written in it. */
    language: ColumnType<string | null, string | undefined, string>
    createdAt: Timestamp
    updatedAt: Timestamp
  }
  session: {
    id: string
    userId: string
    token: string
    expiresAt: Date
    ipAddress: string | null
    userAgent: string | null
    createdAt: Timestamp
    updatedAt: Date
  }
  account: {
    id: string
    userId: string
    accountId: string
    providerId: string
    password: string | null
    accessToken: string | null
    refreshToken: string | null
    idToken: string | null
    accessTokenExpiresAt: Date | null
    refreshTokenExpiresAt: Date | null
    scope: string | null
    createdAt: Timestamp
    updatedAt: Date
  }
  verification: {
    id: string
    identifier: string
    value: string
    expiresAt: Date
    createdAt: Timestamp
    updatedAt: Timestamp
  }
}
