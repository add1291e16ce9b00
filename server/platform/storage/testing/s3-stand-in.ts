import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import type { S3ForTests } from '../../../testing/index.ts'

/**
 * Stands in for S3 where no real server can be built. It keeps files in memory and checks an upload's policy by the
 * rules of AWS (signature version 4, expiry, every condition, no field without one). It accepts all other requests
 * unchecked.
 */
export async function startS3StandIn(): Promise<S3ForTests> {
  const account = { bucket: 'documents', region: 'us-east-1', accessKeyId: 'stand-in', secretAccessKey: 'not a secret' }
  const files: Files = new Map()
  const versions: Versions = []
  const server = createServer((request, response) => {
    answer(request, response, account.secretAccessKey, { files, versions }).catch(() => response.writeHead(500).end())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The stand-in has no port.')
  const stop = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { endpoint: `http://127.0.0.1:${address.port}`, ...account, stop }
}

type Files = Map<string, { bytes: Buffer; at: Date }>
/** Everything that was ever stored, and a mark for each removal, as a bucket with versioning keeps it. */
type Versions = { readonly key: string; readonly id: string; readonly kind: 'Version' | 'DeleteMarker' }[]
type Kept = { readonly files: Files; readonly versions: Versions }

async function answer(request: IncomingMessage, response: ServerResponse, secret: string, kept: Kept): Promise<void> {
  const { files, versions } = kept
  const store = (key: string, bytes: Buffer) => {
    files.set(key, { bytes, at: new Date() })
    versions.push({ key, id: String(versions.length + 1), kind: 'Version' })
  }
  const url = new URL(request.url ?? '', 'http://stand-in')
  const key = decodeURIComponent(url.pathname).split('/').slice(2).join('/')
  const body = await buffer(request)
  const file = files.get(key)
  if (request.method === 'POST') {
    const form = await new Response(body, {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData()
    const upload = form.get('file')
    const bytes = upload instanceof File ? Buffer.from(await upload.arrayBuffer()) : undefined
    const fields = Object.fromEntries(
      [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    )
    if (!bytes || !isAllowed(fields, bytes.length, secret)) return void response.writeHead(403).end()
    store(fields.key ?? '', bytes)
    response.writeHead(204).end()
  } else if (request.method === 'PUT') {
    store(key, body)
    response.end()
  } else if (request.method === 'DELETE') {
    const id = url.searchParams.get('versionId')
    files.delete(key)
    if (id === null) versions.push({ key, id: String(versions.length + 1), kind: 'DeleteMarker' })
    else
      versions.splice(
        versions.findIndex((each) => each.key === key && each.id === id),
        1,
      )
    response.writeHead(204).end()
  } else if (url.searchParams.has('versions')) {
    const listed = versions.filter((each) => each.key.startsWith(url.searchParams.get('prefix') ?? ''))
    const rows = listed.map(
      (each) => `<${each.kind}><Key>${each.key}</Key><VersionId>${each.id}</VersionId></${each.kind}>`,
    )
    response.end(`<ListVersionsResult><IsTruncated>false</IsTruncated>${rows.join('')}</ListVersionsResult>`)
  } else if (url.searchParams.has('list-type')) {
    const prefix = url.searchParams.get('prefix') ?? ''
    const listed = [...files].filter(([each]) => each.startsWith(prefix))
    const contents = listed.map(
      ([each, { at }]) => `<Contents><Key>${each}</Key><LastModified>${at.toISOString()}</LastModified></Contents>`,
    )
    response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`)
  } else if (request.method === 'HEAD' && key === '') {
    response.end() // the bucket itself
  } else if (file) {
    response.setHeader('content-length', file.bytes.length)
    response.end(request.method === 'HEAD' ? undefined : file.bytes)
  } else {
    response.writeHead(404).end(request.method === 'HEAD' ? undefined : '<Error><Code>NoSuchKey</Code></Error>')
  }
}

const policySchema = z.object({
  expiration: z.string(),
  conditions: z.array(
    z.union([z.tuple([z.literal('content-length-range'), z.number(), z.number()]), z.record(z.string(), z.string())]),
  ),
})

function isAllowed(fields: Readonly<Record<string, string>>, size: number, secret: string): boolean {
  const { Policy = '', 'X-Amz-Signature': signature = '', 'X-Amz-Credential': credential = '', ...otherFields } = fields
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const [, ...scope] = credential.split('/')
  const key = scope.reduce<string | Buffer>((above, part) => hmac(above, part), `AWS4${secret}`)
  if (hmac(key, Policy).toString('hex') !== signature) return false
  const { expiration, conditions } = policySchema.parse(JSON.parse(Buffer.from(Policy, 'base64').toString()))
  const [equal, ranges] = [new Map<string, string>(), [] as (readonly [number, number])[]]
  for (const each of conditions) {
    if (Array.isArray(each)) ranges.push([each[1], each[2]])
    else for (const [name, value] of Object.entries(each)) equal.set(name.toLowerCase(), value)
  }
  const all = { ...otherFields, 'X-Amz-Credential': credential, bucket: 'documents' }
  return (
    Date.parse(expiration) > Date.now() &&
    ranges.every(([least, most]) => size >= least && size <= most) &&
    Object.entries(all).every(([name, value]) => equal.get(name.toLowerCase()) === value) &&
    [...equal.keys()].every((name) => Object.keys(all).some((each) => each.toLowerCase() === name))
  )
}
