import { setTimeout as wait } from 'node:timers/promises'
import { completeAnswers } from '../../server/index.ts'
import type { Applicant } from './applicant.ts'

/** Submits until the server acknowledges it; returns the reference number. Every reply must name the same one. */
export async function submitOn(applicant: Applicant): Promise<string> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { status, body } = await applicant.call('POST', '/api/submit')
    if (status === 200) return String(Object(body).reference)
    if (status !== 0 && status !== 503) throw new Error(`A submit was answered ${status}: ${JSON.stringify(body)}`)
    await wait(100)
  }
  throw new Error('A submit was not acknowledged within a minute.')
}

/** Makes an application that only has to be submitted. */
export async function prepare(applicant: Applicant): Promise<Applicant> {
  const { status } = await applicant.call('PUT', '/api/answer', completeAnswers)
  if (status !== 200) throw new Error(`The answers of ${applicant.username} were not saved (${status}).`)
  return applicant
}
