import type { KeyObject } from 'node:crypto'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fileLimitsOf, fileProblem, MOST_MEGABYTES } from '../../../api/index.ts'
import { type App, refusal, refuse } from '../http/index.ts'
import type { folderFiles } from './folder-files.ts'
import { policyOf } from './upload-policy.ts'

type Options = {
  readonly secret: KeyObject
  readonly files: Awaited<ReturnType<typeof folderFiles>>
  readonly now: () => Date
  /** Whether the permission for a key is still valid: it ends early once the conversion of its file begins. */
  readonly mayUpload: (key: string) => Promise<boolean>
}

const FORM_BYTES = 16 * 1024 // bytes for everything except the file
const MAX_BYTES = fileLimitsOf(MOST_MEGABYTES).bytes + 1 // an upper bound; the policy of an upload sets its own

/**
 * POST of an upload form (requirement 7.storage.1): fields first, then the file, which is written to disk as it arrives
 * and dropped at the first byte over its limit. Replies 204; refuses what the policy does not allow.
 */
export async function uploadRoute(app: App, path: string, { secret, files, now, mayUpload }: Options): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fields: 10, fieldSize: FORM_BYTES, files: 1, parts: 11, fileSize: MAX_BYTES },
    })
    scope.post(path, { config: { isRefusedWhenBusy: true } }, async (request, reply) => {
      if (!request.isMultipart()) return refuse(reply, refusal('malformed'))
      try {
        return await receive(request, reply)
      } catch (error) {
        if (error !== unreadable) throw error
        return refuse(reply.header('connection', 'close'), refusal('malformed'))
      }
    })
  })

  async function receive(request: FastifyRequest, reply: FastifyReply) {
    const fields: Record<string, string> = {}
    for await (const part of partsOf(request)) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value)
        continue
      }
      const signed = part.fieldname === 'file' ? policyOf(secret, fields, now()) : undefined
      const policy = signed && (await mayUpload(signed.key)) ? signed : undefined
      if (!policy || Number(request.headers['content-length'] ?? 0) > policy.mostBytes + FORM_BYTES) {
        part.file.resume()
        return refuse(reply.header('connection', 'close'), refusal(policy ? 'too_large' : 'refused_upload'))
      }
      const outcome = await storeFile(files, policy, part)
      if (outcome === 'stored') return reply.code(204).send()
      const problem = refusal(outcome === 'empty' ? 'refused_file' : 'too_large', {}, sentences[outcome])
      return refuse(reply.header('connection', 'close'), problem)
    }
    return refuse(reply, refusal('no_file'))
  }
}

const unreadable = new Error('A form that nobody can read, or that ends early.')

/** The parts of a form. Its reader throws plain errors, which would count as ours. */
async function* partsOf(request: FastifyRequest) {
  try {
    yield* request.parts()
  } catch {
    throw unreadable
  }
}

const sentences = { empty: fileProblem('.pdf', 0), 'too large': undefined }

/** Stores the file if its size is within its policy. */
async function storeFile(
  files: Options['files'],
  { key, mostBytes }: { readonly key: string; readonly mostBytes: number },
  { file }: MultipartFile,
): Promise<'stored' | 'empty' | 'too large'> {
  let isEmpty = false
  const refused = new Error('Of another size than the policy allows.')
  async function* counted() {
    let size = 0
    try {
      for await (const chunk of file) {
        size += chunk.length
        if (size > mostBytes) throw refused
        yield chunk
      }
    } catch {
      throw refused
    }
    // A form that ends in the middle of its file stores nothing either.
    isEmpty = size === 0 && !file.truncated
    if (isEmpty || file.truncated) throw refused
  }
  try {
    await files.write(key, counted())
    return 'stored'
  } catch (error) {
    if (error !== refused) throw error
    file.resume()
    return isEmpty ? 'empty' : 'too large'
  }
}
