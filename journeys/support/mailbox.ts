import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime from 'postal-mime'

/** Reads the mail that the server really sent, from the files it writes when no mail server is configured. */
export function mailboxIn(dataDir: string) {
  const folder = join(dataDir, 'mail')
  const mails = async () => {
    // The folder does not exist until the first mail.
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
    return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))))
  }
  const mailsTo = async (address: string) => {
    return (await mails()).filter((mail) => mail.to?.some((to) => to.address?.toLowerCase() === address.toLowerCase()))
  }
  /** Waits for a mail to this address with a matching subject, and returns the newest. */
  const mailTo = async (address: string, subject: RegExp) => {
    const find = async () => (await mailsTo(address)).findLast((mail) => subject.test(mail.subject ?? ''))
    await expect.poll(find, { message: `a mail to ${address} about ${subject}` }).toBeTruthy()
    const mail = await find()
    if (!mail) throw new Error('The mail went away.')
    return { subject: mail.subject ?? '', text: mail.text ?? '', html: mail.html ?? '' }
  }
  return {
    mailTo,
    /** Every code, address and link ID that was mailed. */
    secrets: async (): Promise<string[]> =>
      (await mails()).flatMap(({ to = [], text = '' }) => [
        ...to.flatMap((each) => each.address ?? []),
        ...(text.match(/\b\d{6}\b/g) ?? []),
        ...[...text.matchAll(/[?&]id=([^&\s]+)/g)].flatMap(([, id]) => id ?? []),
      ]),
    /** The six digits from the newest confirmation mail. */
    codeFor: async (address: string): Promise<string> => {
      const { text } = await mailTo(address, /^Confirm/)
      const code = /\b\d{6}\b/.exec(text)?.[0]
      if (code === undefined) throw new Error('The mail holds no code.')
      return code
    },
  }
}
