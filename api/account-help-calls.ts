import { z } from 'zod'
import { paths } from './paths.ts'

const messageReply = z.object({ message: z.string() })
// Checks only the shape. The account forms define valid addresses and codes (form/account.ts).
const field = z.string().max(1000)
const time = z.iso.datetime()

const device = z.object({
  id: z.string(),
  /** The browser in words, such as 'Firefox on Windows'. */
  browser: z.string(),
  signed_in_at: time,
  /** To the minute. */
  last_seen_at: time,
  /** Whether it is the device that asks. */
  is_this: z.boolean(),
})

/** Calls with which a signed-in applicant changes the email address and ends sessions on other devices. */
export const accountHelpCalls = {
  /** Mails a code to the new address. The reply is the same whether or not the address has an account. */
  askEmailChange: {
    ...paths.askEmailChange,
    access: 'applicant',
    body: z.object({ current_password: field, username: field }),
    reply: messageReply,
  },
  /** The change that waits for its code. */
  emailChange: {
    ...paths.emailChange,
    access: 'applicant',
    body: null,
    reply: z.object({ pending: z.object({ username: z.string(), valid_until: time }).nullable() }),
  },
  confirmEmailChange: {
    ...paths.confirmEmailChange,
    access: 'applicant',
    body: z.object({ code: field }),
    reply: messageReply.extend({ username: z.string() }),
  },
  cancelEmailChange: { ...paths.cancelEmailChange, access: 'applicant', body: null, reply: messageReply },
  devices: {
    ...paths.devices,
    access: 'applicant',
    body: null,
    reply: z.object({ devices: z.array(device).readonly() }),
  },
  endDevice: { ...paths.endDevice, access: 'applicant', body: null, reply: messageReply },
  endOtherDevices: { ...paths.endOtherDevices, access: 'applicant', body: null, reply: messageReply },
} as const
