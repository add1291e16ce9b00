import { z } from 'zod'
import { documentCalls } from './document-calls.ts'
import { paths } from './paths.ts'

// The token authorizes the calls of the phone. It is always in the payload, because addresses end up in logs.
const phone_token = z.string().max(100)
const fromPhone = { access: 'public', body: z.object({ phone_token }) } as const

/**
 * Calls for adding the document of one question from another phone (docs/decisions/0053). None of them tells the phone
 * anything about the application or its applicant.
 */
export const phoneCalls = {
  /** `url` opens the page on the phone until `expires_at`; the question's earlier link ends. */
  makePhoneLink: {
    ...paths.makePhoneLink,
    access: 'applicant',
    body: z.object({ answer_key: z.string().max(200) }),
    reply: z.object({ url: z.string(), expires_at: z.string() }),
  },
  openPhoneLink: { ...paths.openPhoneLink, ...fromPhone, reply: z.object({ expires_at: z.string() }) },
  /** Like `presignUpload`. */
  presignFromPhone: { ...paths.presignFromPhone, ...fromPhone, reply: documentCalls.presignUpload.reply },
  /** Like `startConversion`, for the file of the last `presignFromPhone`. */
  startFromPhone: {
    ...paths.startFromPhone,
    access: 'public',
    body: documentCalls.startConversion.body.extend({ phone_token }),
    reply: documentCalls.startConversion.reply,
  },
  /** Like `conversion`, without the link to the PDF. NOT_ANSWERED if the question has another document by now. */
  conversionFromPhone: {
    ...paths.conversionFromPhone,
    ...fromPhone,
    reply: documentCalls.conversion.reply.omit({ url: true }),
  },
  /** Like `deleteDocument`, for the file that this phone sent. */
  deleteFromPhone: { ...paths.deleteFromPhone, ...fromPhone, reply: documentCalls.deleteDocument.reply },
} as const
