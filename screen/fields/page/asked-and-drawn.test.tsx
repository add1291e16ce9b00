// @vitest-environment happy-dom
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { everyItem, type Form, hasAnswer, questionsShown } from '../../../engine/index.ts'
import { applicationsOf, editionsOver } from '../../../form/testing/index.ts'
import { drawPage } from '../drawn-for-test.tsx'

const numRuns = Number(process.env.EDITIONS ?? 2)

const edited = editionsOver({}).chain(({ form }) => applicationsOf(form).map((application) => ({ form, application })))

/** The keys of questions that have a control on the page, or the group of their controls. */
const drawnKeys = (form: Form) => form.keys.filter((key) => document.getElementById(key) !== null)

test('the screen draws what the engine asks, and nothing else, whatever an office asks', async () => {
  await fc.assert(
    fc.asyncProperty(edited, async ({ form, application }) => {
      // A code has no control. Tabs, buttons, what opens with a yes, schools and dates that go on have tests of their own, where they are pressed:
      // the place of a school that was found is folded, and the end of what goes on stays where it was, to be read.
      // An empty entry before one with an answer is drawn to be filled, and asks nothing.
      const elsewhere = new Set(
        everyItem(form).flatMap((item) =>
          item.kind === 'tabs' ||
          item.kind === 'school' ||
          (item.kind === 'tickGroup' && item.gate) ||
          (item.kind === 'entry' && !hasAnswer(item, application)) ||
          (item.kind === 'monthYear' && item.ongoing) ||
          (item.kind === 'confirmThen' && (item.confirm.by === 'button' || item.confirm.gate))
            ? item.keys
            : item.kind === 'code'
              ? [item.key]
              : [],
        ),
      )
      const answer = Object.fromEntries(
        Object.entries(application.answer).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
      )
      const asked = questionsShown(form, application)
      for (const page of form.pages) {
        const drawn = await drawPage(page, { answer })
        const keys = drawnKeys(form).filter((key) => !elsewhere.has(key))
        await drawn.remove()
        const expected = asked.filter((each) => each.page === page.slug).map(({ question }) => question.key)
        expect(keys.toSorted()).toEqual(expected.filter((key) => !elsewhere.has(key)).toSorted())
      }
    }),
    { numRuns, endOnFailure: true },
  )
}, 600_000)
