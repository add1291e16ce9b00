export const troubleReasons = ['no_answer', 'refused', 'read_only', 'full', 'not_storage'] as const

/** Why the storage takes no file at the moment. `words` continue a sentence that begins with its name. */
export type StorageTrouble = {
  readonly why: (typeof troubleReasons)[number]
  readonly words: string
}

/** What the reply to an upload form says about the storage; undefined if it has taken the file. */
export function troubleInReply(status: number, type: string, body: string): StorageTrouble | undefined {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(body)?.[1]
  const said = code === undefined ? String(status) : `${status} ${code}`
  if (status < 300 && !/html/i.test(type)) return undefined
  // The sign-in page of a network, or another website at this address.
  if (status < 400) return { why: 'not_storage', words: `does not answer itself: a web page comes instead (${status})` }
  if (status === 507 || /full|quota|insufficient/i.test(code ?? '')) return { why: 'full', words: `is full (${said})` }
  if (/read_?only/i.test(code ?? '')) return { why: 'read_only', words: `is read-only (${said})` }
  // What a proxy says while the storage behind it is away.
  if (status >= 500) return { why: 'no_answer', words: `answers ${said}` }
  return { why: 'refused', words: `refuses POST forms (${said})` }
}

/** What an error says about the storage: of the file system, or of a connection that came to nothing. */
export function troubleInError(error: unknown): StorageTrouble {
  const code = codeIn(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return { why: 'full', words: `is full (${code})` }
  if (code === 'EROFS') return { why: 'read_only', words: `is read-only (${code})` }
  if (code === 'EACCES' || code === 'EPERM') return { why: 'refused', words: `refuses to be written (${code})` }
  if (code === 'ENOENT') return { why: 'no_answer', words: `is not there (${code})` }
  return { why: 'no_answer', words: code === undefined ? 'does not answer' : `does not answer (${code})` }
}

/** The code of the innermost error: those around it only say that something failed. */
function codeIn(error: unknown): string | undefined {
  const { cause, code }: { cause?: unknown; code?: unknown } = Object(error)
  const inner = cause === undefined ? undefined : codeIn(cause)
  return inner ?? (typeof code === 'string' ? code : undefined)
}
