import { expect, type Locator, type Page } from '@playwright/test'
import {
  type ConditionFor,
  namedItems,
  type OwnItem,
  type Structure,
  withInner,
  withInstitution,
  withStructure,
} from '../../engine/index.ts'
import { admissions } from '../../form/index.ts'
import institution from '../../institution.json' with { type: 'json' }

type Condition = ConditionFor<'form'>

/** What a registrar who has only the room does until her form asks this; `says` is told what she is at. */
export async function askInRoom(desk: Page, structure: Structure, says: (what: string) => void): Promise<void> {
  await desk.goto('/staff/form?questions')
  await expect(desk.getByRole('heading', { name: 'What it asks' })).toBeVisible()
  const room = roomOf(desk, structure)
  for (const name of Object.keys(structure.stopped ?? {})) {
    says(`stops ${name}`)
    await room.stop(name)
  }
  for (const [id, item] of Object.entries(structure.own ?? {})) {
    says(`adds ${id}`)
    await room.add(id, item, structure.order?.[item.in] ?? [])
  }
  for (const [name, condition] of Object.entries(structure.asked_if ?? {})) {
    says(`says when ${name} is asked`)
    await room.ask(name, condition)
  }
  await expect(desk.getByText('Saved in the draft').first()).toBeVisible()
}

function roomOf(desk: Page, structure: Structure) {
  const form = withInstitution(
    withStructure(admissions, { ...structure, stopped: {}, asked_if: {} }),
    institution.public,
  )
  const names = new Map([...namedItems(form)].map(([name, each]) => [each, name]))
  /** What the section is called in which something stands, or which it is. */
  const sectionTitle = (name: string): string => {
    const sections = form.pages.flatMap(({ items }) => items.flatMap((each) => (each.kind === 'section' ? [each] : [])))
    const found = sections.find((each) => withInner(each).some((inner) => names.get(inner) === name))
    return found?.title ?? ''
  }
  const item = (name: string) => desk.locator(`li[data-item=${JSON.stringify(name)}]`)
  const pressed = (name: string, action: string) =>
    item(name).locator(`> div [data-action=${action}], > div > p > [data-action=${action}]`).first()
  /** Opens the section in which a line stands, and the line. */
  const open = async (name: string): Promise<Locator> => {
    const line = item(name)
    const title = sectionTitle(name)
    const sections = desk.locator('details:not([open]) > summary')
    const section = sections.filter({ has: desk.getByText(title, { exact: true }) })
    if ((await line.count()) === 0 && title !== '') await section.click()
    const toggle = pressed(name, 'toggle')
    if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
    return line
  }
  return {
    async stop(name: string): Promise<void> {
      const line = await open(name)
      // What goes by the answer of another one is stopped with it.
      if (await line.getByRole('button', { name: /^Ask again/ }).isVisible()) return
      await pressed(name, 'asked').click()
      await expect(line.getByRole('button', { name: /^Ask again/ })).toBeVisible()
    },
    async add(id: string, given: OwnItem, order: readonly string[]): Promise<void> {
      const { kind } = given
      if (given.in.startsWith('repeated:')) await open(given.in)
      else if (given.in.startsWith('section:')) await open(given.in)
      await desk.locator(`[data-item=${JSON.stringify(given.in)}] > p > [data-action=add]`).click()
      const form = desk.getByRole('form', { name: 'Something new' })
      await form.getByRole('combobox', { name: 'What kind' }).selectOption(kind)
      await fields(form, given)
      await form.getByLabel('Its key in exports, for good').fill(id)
      const places = form.getByRole('combobox', { name: 'Where it stands' })
      if (await places.isVisible()) {
        const there = await places
          .locator('option')
          .evaluateAll((options) => options.map((option) => option.getAttribute('value') ?? ''))
        const place = order.indexOf(nameIn(order, id))
        const above = order.slice(0, place).findLast((each) => there.includes(each))
        const below = order.slice(place + 1).find((each) => there.includes(each))
        // It is offered as the last one.
        if (above !== undefined) await places.selectOption(above)
        else if (below !== undefined) await places.selectOption(there[there.indexOf(below) - 1] ?? '')
      }
      await form.getByRole('button', { name: 'Add it' }).click()
      await expect(form).toHaveCount(0)
    },
    async ask(name: string, condition: Condition): Promise<void> {
      const line = await open(name)
      await pressed(name, 'condition').click()
      const group = line.getByRole('combobox', { name: 'Asked if' }).locator('xpath=../..')
      await fillGroup(group, condition)
      await line.getByRole('button', { name: 'Keep this condition' }).click()
      await expect(line.getByRole('button', { name: 'Keep this condition' })).toHaveCount(0)
      await pressed(name, 'toggle').click()
    },
  }
}

const nameIn = (order: readonly string[], id: string) =>
  order.find((name) => name === id || name.endsWith(`:${id}`)) ?? id

/** Types what an item is, into the fields that its kind has. */
async function fields(form: Locator, item: OwnItem): Promise<void> {
  const { kind } = item
  const isTitled = kind === 'section' || kind === 'repeated'
  const labels: Readonly<Record<string, string | undefined>> = {
    label: kind === 'note' ? 'What it says' : isTitled ? 'Its title' : 'The question',
    help: kind === 'section' ? 'A note below its title' : 'Help below it',
    limit: 'Most characters',
    words: 'Most words',
    min: 'Least',
    max: 'Largest',
    least: 'At least so many are checked',
    most: kind === 'repeated' ? 'Most entries' : 'At most so many are checked',
    entry: 'What one is called',
    add: 'Its button',
    invalid: 'What is said of an answer that cannot be right',
    message: 'What is said where its answer is missing',
  }
  const ticks: Readonly<Record<string, string | undefined>> = {
    required: 'Required',
    care: 'Sensitive: only staff with the right to see it',
    decimals: 'With decimals',
    print: 'Print its entries as a table',
    carried: 'The next application begins with its answers',
    own_sheet: 'Print it on a sheet of its own',
  }
  for (const [field, value] of Object.entries(item)) {
    const [label, tick] = [labels[field], ticks[field]]
    if (label !== undefined) await form.getByLabel(label, { exact: true }).fill(String(value))
    else if (tick !== undefined) await form.getByRole('checkbox', { name: tick }).check()
    else if (field === 'like' && Array.isArray(value))
      await form.getByLabel('What it looks like, an example a line').fill(value.join('\n'))
    else if (field === 'differs')
      await form.getByRole('combobox', { name: 'Its answer must differ from that to' }).selectOption(String(value))
    else if (field === 'no_gap')
      await form.getByRole('combobox', { name: 'Entries leave no month out' }).selectOption(String(value))
    else if (field === 'order' && Array.isArray(value))
      await form
        .getByLabel('Answers, one a line')
        .fill(value.map((code) => `${code} = ${item.options?.[code]}`).join('\n'))
    else if (!['kind', 'in', 'options'].includes(field)) throw new Error(`The room has no field for ${field}.`)
  }
}

/** Says a condition in a group that has one part without a question. */
async function fillGroup(group: Locator, condition: Condition): Promise<void> {
  const isGroup = condition.operator === 'all' || condition.operator === 'any'
  if (!isGroup) return fillTest(group.locator('> ul > li').first(), condition)
  await group.locator('> p').first().getByRole('combobox').selectOption(condition.operator)
  for (const [index, part] of condition.conditions.entries()) {
    const line = group.locator('> ul > li').nth(index)
    if (part.operator !== 'all' && part.operator !== 'any') {
      if (index > 0) await group.locator('> p').last().getByRole('button', { name: 'Add an answer' }).click()
      await fillTest(line, part)
      continue
    }
    await group.locator('> p').last().getByRole('button', { name: 'Add a group' }).click()
    // A group begins with an answer that is not chosen yet; where it has none, that one goes.
    if (index === 0) {
      await group
        .locator('> ul > li')
        .first()
        .getByRole('button', { name: /^Take this out/ })
        .click()
    }
    await fillGroup(line.locator('> div'), part)
  }
}

async function fillTest(line: Locator, condition: Condition): Promise<void> {
  if (!('valueKey' in condition)) throw new Error(`The room has no words for ${condition.operator}.`)
  await line.getByRole('combobox', { name: 'The answer to' }).selectOption(condition.valueKey)
  const how = line.getByRole('combobox', { name: 'is so' })
  const named = { gte: 'atLeast', lte: 'atMost', gt: 'more', lt: 'less' } as const
  switch (condition.operator) {
    case 'answered':
      await how.selectOption('answered')
      return
    case 'notAnswered':
      await how.selectOption('unanswered')
      return
    case 'gte':
    case 'lte':
    case 'gt':
    case 'lt':
      await how.selectOption(named[condition.operator])
      await line.getByLabel(/^(Value|Day)$/).fill(condition.target)
      return
    case 'age':
      await how.selectOption(condition.under === undefined ? 'older' : 'younger')
      await line.getByLabel('Years').fill(String(condition.under ?? condition.least))
      await line.getByLabel('On this day').fill(condition.on)
      return
    case 'equals':
      return choose(line, [condition.target])
    case 'in':
      return choose(line, condition.target)
    case 'notEquals':
      await how.selectOption('noneOf')
      return choose(line, [condition.target])
    case 'notIn':
      await how.selectOption('noneOf')
      return choose(line, condition.target)
  }
}

/** Ticks answers of a short list, or picks them from a long one. */
async function choose(line: Locator, codes: readonly string[]): Promise<void> {
  const long = line.getByRole('combobox', { name: 'Answers' })
  for (const code of codes) {
    const tick = line.locator(`input[type=checkbox][value=${JSON.stringify(code)}]`)
    if (await tick.isVisible()) await tick.check()
    else if (await long.isVisible()) await long.selectOption(code)
    else if (await line.getByLabel('Value', { exact: true }).isVisible())
      await line.getByLabel('Value', { exact: true }).fill(code)
  }
}
