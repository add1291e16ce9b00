import { type App, isRefusal, type Refusal, refusalUntil, serveCall } from '../../../platform/http/index.ts'
import type { Documents } from '../documents.ts'
import { makePhoneLink } from './make-phone-link.ts'
import {
  conversionFromPhone,
  deleteFromPhone,
  openPhoneLink,
  presignFromPhone,
  startFromPhone,
} from './use-phone-link.ts'

/** The calls for adding a document from another phone. */
export function phoneLinkRoutes(app: App, documents: Documents): void {
  serveCall(app, 'makePhoneLink', ({ applicant, body }) => makePhoneLink(documents, applicant, body.answer_key))
  /** Tokens cannot be guessed, but each try reads the database. A phone with a valid one is never refused. */
  const limited = async <Outcome extends object>(address: string, outcome: Promise<Outcome | Refusal>) => {
    const done = await outcome
    if (!isRefusal(done) || done.refused !== 'ended_phone_link') return done
    const allowance = await documents.limits.takeForAddress('phone_page', address)
    return allowance.allowed ? done : refusalUntil(allowance.retryAfterSeconds)
  }
  serveCall(app, 'openPhoneLink', ({ body, request }) =>
    limited(request.ip, openPhoneLink(documents, body.phone_token)),
  )
  serveCall(app, 'presignFromPhone', ({ body, request }) =>
    limited(request.ip, presignFromPhone(documents, body.phone_token)),
  )
  serveCall(app, 'startFromPhone', ({ body, request }) => limited(request.ip, startFromPhone(documents, body)), 202)
  serveCall(app, 'conversionFromPhone', ({ body, request }) =>
    limited(request.ip, conversionFromPhone(documents, body.phone_token)),
  )
  serveCall(app, 'deleteFromPhone', ({ body, request }) =>
    limited(request.ip, deleteFromPhone(documents, body.phone_token)),
  )
}
