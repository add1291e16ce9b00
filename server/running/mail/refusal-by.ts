/**
 * The enhanced status codes of RFC 3463 (5.1.10: RFC 7505) with which a mail server speaks of the address of a mail. Only
 * they are an answer about a person. Every other refusal is about the sender, its network or what it sends: an operator
 * can correct it, so the mail is tried again. A full mailbox (5.2.2) is emptied again, and codes of the sender's
 * address (5.1.7, 5.1.8) or without a meaning of their own (5.1.0, 5.2.0, 5.0.0) say nothing of the recipient.
 */
export const addressCodes: Readonly<Record<string, string>> = {
  '5.1.1': 'Bad destination mailbox address',
  '5.1.2': 'Bad destination system address',
  '5.1.3': 'Bad destination mailbox address syntax',
  '5.1.4': 'Destination mailbox address ambiguous',
  '5.1.6': 'Destination mailbox has moved, no forwarding address',
  '5.1.10': 'Recipient address has null MX',
  '5.2.1': 'Mailbox disabled, not accepting messages',
}

/** 'refused': about the address, for good. 'blocked': for another reason; `reply` has its codes, such as `554 5.7.1`. */
export type Refusal =
  | { readonly kind: 'refused'; readonly status: number; readonly reply: string }
  | { readonly kind: 'blocked'; readonly reply: string }

/** The refusal of a mail server, without its words, which often repeat the address; undefined if there was none. */
export function refusalBy(error: unknown): Refusal | undefined {
  const status = Number(fieldOf(error, 'responseCode'))
  if (!(status >= 500 && status < 600)) return undefined
  const [, enhanced] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})(?:\s|$)/.exec(String(fieldOf(error, 'response') ?? '')) ?? []
  const reply = enhanced === undefined ? `${status}` : `${status} ${enhanced}`
  const isOfRecipient = ['RCPT TO', 'DATA'].includes(String(fieldOf(error, 'command')))
  return isOfRecipient && enhanced !== undefined && Object.hasOwn(addressCodes, enhanced)
    ? { kind: 'refused', status, reply }
    : { kind: 'blocked', reply }
}

/** A field that the mail library adds to its errors. */
export function fieldOf(error: unknown, name: string): unknown {
  return new Map<string, unknown>(Object.entries(error instanceof Error ? error : {})).get(name)
}
