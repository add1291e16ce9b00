import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { domestic } from '../form/testing/index.ts'
import { startSftpServer } from '../testing/start-sftp-server.ts'
import { logIn, PASSWORD, signUp } from './support/accounts.ts'
import { typedOn } from './support/applicant.ts'
import { answersOf, fillThroughApi } from './support/by-hand.ts'
import { attach, pdf } from './support/documents.ts'
import { BY, command } from './support/operator.ts'
import { recordOf } from './support/record.ts'
import { expect, test } from './support/story.ts'

const person = { email: 'june.hale@mail.example', password: PASSWORD }
const registrar = ['--by', 'Ben Ruiz'] as const
/** Another system, which knows only the description of the calls. */
const otherSystem = join(import.meta.dirname, '../server/handing-over/export-calls/fixtures/client.ts')

const digestOf = (bytes: Uint8Array | undefined) => bytes && createHash('sha256').update(bytes).digest('hex')
/** The rows of a table without quotes. */
function rowsOf(table: Buffer): readonly Readonly<Record<string, string>>[] {
  const [header = [], ...rows] = String(table)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  return rows.map((cells) => Object.fromEntries(header.map((name, column) => [name, cells[column] ?? ''])))
}

let sftp: Awaited<ReturnType<typeof startSftpServer>>
test.beforeAll(async () => {
  sftp = await startSftpServer()
})
test.afterAll(() => sftp.stop())

test('a submitted application reaches one system as files and another by calls, and both acknowledge it', async ({
  page,
  product,
  mailbox,
}) => {
  const inBox = test.info().outputPath('in-box')
  const received = (name: string) => readFile(join(inBox, 'registrar-000001', name))
  let reference = ''
  let indexed: Readonly<Record<string, string>> = {}

  await test.step('the operator names the registrar’s SFTP server and starts the product with it', async () => {
    await mkdir(inBox, { recursive: true })
    const file = test.info().outputPath('deliveries.json')
    const to = { ...sftp.access, folder: inBox }
    await writeFile(file, JSON.stringify({ registrar: { profile: 'plain', include: ['documents'], to } }))
    await product.stop()
    await product.start({ DELIVERIES_FILE: file })
  })

  await test.step('an applicant attaches her transcript and submits', async () => {
    await page.goto('/signup')
    await signUp(page, mailbox, person)
    await logIn(page, person)
    await fillThroughApi(page, product.address, answersOf(domestic))
    await page.getByRole('button', { name: 'Save and Continue' }).click()
    await expect(page).toHaveURL(/\/education$/)
    await attach(page, 'college_transcript', await pdf('transcript-of-carroll.pdf'))
    await page.getByRole('button', { name: 'Save and Continue' }).click()
    await expect(page).toHaveURL(/\/final-steps$/)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(/\/completion$/)
    const term = page.getByRole('term').filter({ hasText: 'Your reference number' })
    reference = (await term.locator('+ dd').textContent()) ?? ''
    await page.close() // the product stops later
  })

  await test.step('the operator delivers it', async () => {
    const printed = await command(product, 'deliver', 'registrar', ...BY)
    expect(printed).toMatch(/^delivered: 1$/m)
    expect(printed).toContain('sent: ["registrar-000001"]')
    expect(await readdir(inBox)).toEqual(['registrar-000001'])
  })

  await test.step('the registrar takes the files, and each is what the manifest and the index say', async () => {
    const { files } = JSON.parse(String(await received('manifest.json')))
    expect(files.length).toBeGreaterThan(5)
    for (const { name, sha256 } of files) expect(digestOf(await received(name)), name).toBe(sha256)
    expect(String(await received('applications.csv'))).toContain(person.email)
    const index = rowsOf(await received('documents/index.csv'))
    expect(index).toMatchObject([{ reference, question: 'college_transcript' }])
    indexed = index[0] ?? {}
    const archive = unzipSync(await received(`documents/${indexed.part}`))
    expect(digestOf(archive[indexed.file ?? ''])).toBe(indexed.sha256)
  })

  await test.step('the registrar acknowledges it with a file', async () => {
    const rows = rowsOf(await received('changes.csv'))
    expect(rows).toMatchObject([{ kind: 'submitted', held_back: '' }])
    const answers = rows.map(({ application_id, version }) => `${application_id},${version},accepted,S-4711`)
    const file = test.info().outputPath('answers.csv')
    await writeFile(file, ['application_id,version,result,their_id', ...answers].join('\n'))
    expect(await command(product, 'acknowledge', 'registrar', file, ...registrar)).toBe('recorded: 1\nrepeated: 0\n')
  })

  await test.step('another system reads it by calls, with the same document, and acknowledges it', async () => {
    const rights = 'changes,documents,acknowledge'
    const made = await command(product, 'token', 'make', 'advising', '--rights', rights, ...BY)
    const [, token = ''] = /^token: (\S+)$/m.exec(made) ?? []
    typedOn(page).add(token) // looked for in the log at the end
    const description = `${product.address}/export/v1/openapi.json`
    const { stdout } = await promisify(execFile)(process.execPath, [otherSystem, description], {
      env: { TOKEN: token },
    })
    const document = { key: 'college_transcript', sha256: indexed.sha256, isWhole: true }
    expect(JSON.parse(stdout)).toEqual([
      { id: indexed.application_id, last_name: domestic.answer.last_name, documents: [document], recorded: 1 },
    ])
  })

  await test.step('the record names everybody who handed it over, read it and answered', async () => {
    await product.stop()
    const { audit, answers } = await recordOf(product)
    const [operator, system] = [{ actor: `operator:${userInfo().username}` }, { actor: 'api:advising' }]
    expect(audit).toMatchObject([
      { ...operator, action: 'delivery made', detail: { by: 'Ada Moss' } },
      { ...operator, action: 'delivery sent', detail: { by: 'Ada Moss' } },
      { ...operator, action: 'export token made', detail: { by: 'Ada Moss', name: 'advising' } },
      { ...system, action: 'changes exported' },
      { ...system, action: 'application exported' },
      { ...system, action: 'document exported', detail: { document: 'college_transcript' } },
      { ...system, action: 'acknowledgements recorded', detail: { recorded: 1 } },
      { ...system, action: 'changes exported' },
    ])
    expect(answers).toEqual([
      { target: 'registrar', result: 'accepted', their_id: 'S-4711', made_by: 'Ben Ruiz' },
      { target: 'api:advising', result: 'accepted', their_id: reference, made_by: expect.stringMatching(/^token /) },
    ])
  })
})
