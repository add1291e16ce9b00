import { z } from 'zod'
import { typedCode, typedLine, typedParagraph } from '../typed-text.ts'
import { staffPaths } from './paths.ts'
import { exportRights } from './rights.ts'

const time = z.iso.datetime()
const done = z.object({ message: z.string() })
/** `done` is false while it goes on after the reply: the lists say when it is done. */
const longWork = done.extend({ done: z.boolean() })
const target = z.string().min(1).max(100)
/** An application among others. Its name and reference are empty once it was erased. */
const about = z.object({ application_id: z.uuid(), reference: z.string(), name: z.string() })

const wanted = z.strictObject({ target })
/** A token. */
const named = z.strictObject({ name: typedLine(100) })

const result = z.enum(['accepted', 'suspended', 'rejected'])
const answer = z.object({ their_id: typedLine(200).default(''), reason: typedParagraph(1000).default('') })

/** `kept` is for a target that nothing is sent to; `cut_off` counts for nothing. */
const state = z.enum(['under_way', 'cut_off', 'kept', 'sending', 'not_sent', 'sent'])

const delivery = z.object({
  id: z.int(),
  target: z.string(),
  by: z.string(),
  at: time,
  state,
  sent_at: time.nullable(),
  /** When its copy here was removed. */
  expired_at: time.nullable(),
  /** Its changes: those after the first number up to the second. */
  changes: z.object({ after: z.int(), through: z.int() }),
  /** Whether a range was asked for. */
  is_repeat: z.boolean(),
  delivered: z.int(),
  held_back: z.int(),
})

const tried = z.object({
  delivered: z.int(),
  held_back: z.int(),
  /** How many applications each reason holds back. */
  reasons: z.record(z.string(), z.int()),
  values_without_code: z.array(z.string()).readonly(),
})

/** The calls with which staff hand applications over, and see what became of them. */
export const handOverCalls = {
  listTargets: {
    ...staffPaths.listTargets,
    reply: z.object({
      targets: z
        .array(
          z.object({
            name: z.string(),
            profile: z.string(),
            include: z.array(z.string()).readonly(),
            /** Where deliveries are put, in words; null if they are kept here only. */
            to: z.string().nullable(),
          }),
        )
        .readonly(),
      /** Why DELIVERIES_FILE cannot be used. */
      problem: z.string().nullable(),
      /** What failed or was tried lately, the newest first. */
      attempts: z
        .array(
          z.object({
            id: z.int(),
            target: z.string(),
            by: z.string(),
            at: time,
            /** Why it failed; null for a dry run. */
            failed: z.string().nullable(),
            tried: tried.nullable(),
          }),
        )
        .readonly(),
    }),
  },
  listDeliveries: {
    ...staffPaths.listDeliveries,
    body: z.strictObject({ target: target.optional(), before: z.int().optional() }),
    reply: z.object({ deliveries: z.array(delivery).readonly(), next: z.int().nullable() }),
  },
  readDelivery: {
    ...staffPaths.readDelivery,
    params: z.strictObject({ id: z.coerce.number().int() }),
    reply: delivery.extend({
      /** At most 200 of each, with how many there are. */
      files: z
        .array(z.object({ name: z.string(), bytes: z.int(), rows: z.int().nullable(), encrypted: z.boolean() }))
        .readonly(),
      file_count: z.int(),
      held_back_applications: z.array(about.extend({ reasons: z.array(z.string()).readonly() })).readonly(),
      /** What the target includes but nobody is named to encrypt for. */
      empty_columns: z.array(z.string()).readonly(),
    }),
  },
  makeDelivery: {
    ...staffPaths.makeDelivery,
    body: wanted,
    reply: longWork,
  },
  /** What a dry run found is among the attempts of `listTargets`. */
  tryDelivery: {
    ...staffPaths.tryDelivery,
    body: wanted,
    reply: longWork,
  },
  sendDeliveries: {
    ...staffPaths.sendDeliveries,
    body: wanted,
    reply: longWork,
  },
  makeDeliveryAgain: {
    ...staffPaths.makeDeliveryAgain,
    params: z.strictObject({ id: z.coerce.number().int() }),
    reply: longWork,
  },
  listCodeMaps: {
    ...staffPaths.listCodeMaps,
    reply: z.object({
      maps: z
        .array(
          z.object({
            target: z.string(),
            /** The name of its file; null if it has none. */
            file: z.string().nullable(),
            built_in_codes: z.array(z.string()).readonly(),
            /** Why it cannot be used. */
            problem: z.string().nullable(),
            /** Each list that it has codes for. Values that cannot be listed are not counted. */
            lists: z
              .array(
                z.object({
                  list: z.string(),
                  values: z.int(),
                  missing: z.array(z.string()).readonly(),
                  /** Values without a code that are no longer offered: who signed one may need it. */
                  missing_retired: z.array(z.string()).readonly(),
                  /** Values in the map that the institution never had in its own list. */
                  never_offered: z.array(z.string()).readonly(),
                }),
              )
              .readonly(),
            /** Lists that are handed over as the form has them. */
            unmapped: z.array(z.string()).readonly(),
          }),
        )
        .readonly(),
      problem: z.string().nullable(),
    }),
  },
  listTokens: {
    ...staffPaths.listTokens,
    reply: z.object({
      tokens: z
        .array(
          z.object({
            id: z.string(),
            name: z.string(),
            rights: z.array(z.string()).readonly(),
            networks: z.array(z.string()).readonly(),
            purpose: z.string(),
            by: z.string(),
            /** With whose access it ends; empty for one that the operator made. */
            owner: z.string(),
            /** Whether that is who asks, who then may not confirm it. */
            is_own: z.boolean(),
            confirmed_by: z.string(),
            state: z.enum(['waiting', 'valid', 'expired', 'ended']),
            until: time,
            last_used_at: time.nullable(),
            is_sandbox: z.boolean(),
          }),
        )
        .readonly(),
    }),
  },
  makeToken: {
    ...staffPaths.makeToken,
    body: z.strictObject({
      name: typedLine(100),
      rights: z.array(z.enum(exportRights)).min(1).max(exportRights.length).readonly(),
      networks: z.array(typedCode(50)).max(50).readonly(),
      purpose: typedLine(500),
      days: z.int().min(1).max(365),
      sandbox: z.boolean(),
    }),
    /** The only reply that ever has it. */
    reply: z.object({ token: z.string(), name: z.string(), expires_at: time, is_waiting: z.boolean() }),
  },
  /** Only another person than the one who asked, and right after a sign-in. */
  confirmToken: { ...staffPaths.confirmToken, body: named, reply: done },
  takeOverToken: { ...staffPaths.takeOverToken, body: named, reply: done },
  endToken: { ...staffPaths.endToken, body: named, reply: done },
  listAcknowledgements: {
    ...staffPaths.listAcknowledgements,
    reply: z.object({
      /** Those that a target can be acknowledged for: whoever was given anything. */
      targets: z.array(z.string()).readonly(),
      /** What was given over 48 hours ago and is not acknowledged, the oldest first, at most 200. */
      waiting: z.array(about.extend({ target: z.string(), version: z.int(), at: time })).readonly(),
      waiting_count: z.int(),
      /** The newest answer about each application that was not accepted, the newest first, at most 200. */
      refused: z
        .array(
          about.extend({ target: z.string(), version: z.int(), at: time, result, reason: z.string(), by: z.string() }),
        )
        .readonly(),
      refused_count: z.int(),
    }),
  },
  /** One answer, about the newest version that the target was given of the application with this reference number. */
  recordAcknowledgement: {
    ...staffPaths.recordAcknowledgement,
    body: z.strictObject({ target, reference: typedCode(20), result, ...answer.shape }),
    reply: done,
  },
  /** The rows of a CSV file, all or none. */
  recordAcknowledgements: {
    ...staffPaths.recordAcknowledgements,
    body: z.strictObject({ target, file: z.string() }),
    reply: done,
  },
} as const
