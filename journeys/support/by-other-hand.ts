import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { labelOf, questionsByKey } from '../../engine/index.ts'
import type { Person } from './accounts.ts'
import { dateBoxes, form, gateAt, isGate, openerOf } from './applicant.ts'
import type { mailboxIn } from './mailbox.ts'
import type { OtherBrowser } from './other-browser.ts'

const at = (id: string) => `[id="${id}"]`

/** Answers one question of any kind, and leaves the field. */
async function answer(browser: OtherBrowser, key: string, value: string): Promise<void> {
  const question = questionsByKey(form).get(key)
  if (!question) throw new Error(`The form does not ask ${key}.`)
  if (await browser.run('return document.querySelector(arguments[0]) !== null', openerOf(key)))
    await browser.pressAt(openerOf(key))
  const gate = gateAt(key, value)
  if (gate !== undefined) await browser.pressAt(gate)
  if (isGate(key)) return
  switch (question.kind) {
    case 'choice':
      if (question.as === 'select') await browser.choose(at(key), value)
      else if (question.as === 'radio') await browser.pressAt(`${at(key)} input[value="${value}"]`)
      else await search(browser, key, labelOf(question, value))
      return
    case 'tick':
      if (String(await browser.run('return document.querySelector(arguments[0]).checked', at(key))) !== value)
        await browser.pressAt(at(key))
      return
    case 'date':
      for (const [box, part] of dateBoxes(key, value)) await browser.fill(at(box), part)
      return
    default:
      await browser.fill(at(key), value)
  }
}

/** Finds an option of a long list by its text and presses it. */
async function search(browser: OtherBrowser, key: string, label: string): Promise<void> {
  const box = `${at(key)}[role="combobox"]`
  const preset = await browser.until(box, 'return document.querySelector(arguments[0])?.value ?? null', box)
  if (preset === label) return
  await browser.overwrite(box, label)
  await browser.press(label, at(`${key}-list`))
  await browser.holds(box, label)
}

export async function answerAll(browser: OtherBrowser, answers: Readonly<Record<string, string>>): Promise<void> {
  for (const [key, value] of Object.entries(answers)) await answer(browser, key, value)
}

/** Signs up on the open card, confirms with the mailed code, and logs in. Ends on the application. */
export async function becomeApplicant(
  browser: OtherBrowser,
  mailbox: ReturnType<typeof mailboxIn>,
  { email, password }: Person,
): Promise<void> {
  await browser.shows('Sign Up', 'h1')
  await browser.fill(await browser.labelled('Email address'), email)
  await browser.fill(await browser.labelled('Password'), password)
  await browser.press('Submit', 'main')
  await browser.isAt('/confirm')
  await browser.fill(await browser.labelled('Confirmation code'), await mailbox.codeFor(email))
  await browser.press('Submit', 'main')
  await browser.shows('Log In', 'h1')
  await browser.fill(await browser.labelled('Email address'), email)
  await browser.fill(await browser.labelled('Password'), password)
  await browser.press('Submit', 'main')
  await browser.isAt('/about')
  await browser.shows('Saved', '[data-save-line]')
}

/** A line to the product that can be cut. */
export type Line = {
  readonly address: string
  readonly cut: () => void
  readonly mend: () => void
  readonly close: () => void
}

export async function startLine(product: string): Promise<Line> {
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(Number(new URL(product).port), 'localhost')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy()) // as a line that breaks
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('There is no line to the product.')
  const breakAll = () => {
    for (const each of open) each.destroy()
  }
  return {
    address: `http://localhost:${address.port}`,
    cut: () => {
      isCut = true
      breakAll()
    },
    mend: () => {
      isCut = false
    },
    close: () => {
      breakAll()
      server.close()
    },
  }
}
