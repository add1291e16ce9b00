import { z } from 'zod'
import { paths } from './paths.ts'
import { conversionStatuses } from './status.ts'

const messageReply = z.object({ message: z.string() })
const status = z.enum(conversionStatuses)

/** Stored files by answer key, with the original name and the size in bytes (requirement 3.state.4). */
export const documentAnswer = z.record(z.string(), z.object({ file_name: z.string(), file_size: z.number() }))

/** Uploaded documents and their conversion (requirements 4.upload and 7.conversion). */
export const documentCalls = {
  /** Upload to `url` as a multipart form, with `fields` first and `file` last. A status below 300 means stored. */
  presignUpload: {
    ...paths.presignUpload,
    access: 'applicant',
    body: z.object({ answer_key: z.string().max(200) }),
    reply: z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }),
  },
  documentAnswer: { ...paths.documentAnswer, access: 'applicant', body: null, reply: documentAnswer },
  /** Replies with 202. `file_key` is `fields.key` of the upload. */
  startConversion: {
    ...paths.startConversion,
    access: 'applicant',
    body: z.object({ file_key: z.string().max(300), file_name: z.string().max(1000) }),
    reply: z.object({ status }),
  },
  /** `message` comes with FAILED; `url`, a link that expires after 20 minutes, comes with COMPLETED. */
  conversion: {
    ...paths.conversion,
    access: 'applicant',
    body: null,
    reply: z.object({ status, message: z.string().optional(), url: z.string().optional() }),
  },
  /** Removes the conversion and clears the answer. */
  deleteConversion: { ...paths.deleteConversion, access: 'applicant', body: null, reply: messageReply },
  /** Removes the answer, the stored file and its conversion. */
  deleteDocument: { ...paths.deleteDocument, access: 'applicant', body: null, reply: messageReply },
} as const
