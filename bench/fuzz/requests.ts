import fc from 'fast-check'
import { z } from 'zod'
import { fromSchema } from './from-schema.ts'
import { bentPath, oddBody, oddHeader, oddMethods, oddType } from './noise.ts'
import { likelyText } from './odd-values.ts'

/** How the body goes over the wire. Only the first two are in order. */
const transports = ['length', 'chunks', 'too short', 'too long', 'both', 'bad chunks', 'no length'] as const

/** A request before it is turned into bytes. `isWhole` says that it is valid HTTP, which always gets a reply. */
export type Request = {
  /** The described call that it began as. */
  readonly call: string
  readonly method: string
  readonly path: string
  readonly headers: readonly string[]
  readonly body: Buffer | undefined
  readonly transport: (typeof transports)[number]
  readonly hangsUp: boolean
  readonly isWhole: boolean
}

const openApi = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z
          .array(
            z.object({
              in: z.enum(['path', 'query', 'header']),
              name: z.string(),
              required: z.boolean(),
              schema: z.unknown(),
            }),
          )
          .default([]),
        requestBody: z
          .object({ content: z.object({ 'application/json': z.object({ schema: z.unknown() }) }) })
          .optional(),
      }),
    ),
  ),
})

/** Requests generated from an OpenAPI document: as it describes them, bent, and with noise around them. */
export function requestsOf(
  document: unknown,
  others: fc.Arbitrary<Request>[] = [],
): { readonly calls: number; readonly request: fc.Arbitrary<Request> } {
  const described = Object.entries(openApi.parse(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ method: method.toUpperCase(), path, ...call })),
  )
  const from = (bent: boolean) => fc.oneof(...described.map((call) => requestOf(call, bent)))
  const request = fc.oneof(
    { weight: 3, arbitrary: from(false) },
    { weight: 4, arbitrary: from(true) },
    { weight: 5, arbitrary: from(false).chain(withNoise) },
    ...others.map((arbitrary) => ({ weight: 1, arbitrary: arbitrary.chain(withNoise) })),
  )
  return { calls: described.length, request }
}

type Call = z.infer<typeof openApi>['paths'][string][string] & { readonly method: string; readonly path: string }

function requestOf({ method, path, parameters, requestBody }: Call, bent: boolean): fc.Arbitrary<Request> {
  const fields = parameters.map(({ name, schema }) => [name, fromSchema(schema, bent)] as const)
  const needed = parameters.filter((each) => each.in === 'path' || (each.required && !bent)).map(({ name }) => name)
  const schema = requestBody?.content['application/json'].schema
  return fc
    .record({
      values: fc.record(Object.fromEntries(fields), { requiredKeys: needed }),
      body: schema === undefined ? fc.constant(undefined) : fromSchema(schema, bent),
    })
    .map(({ values, body }) => {
      const texts = new Map(Object.entries(values).map(([name, value]) => [name, encoded(value)]))
      const inPath = path.replace(/#.*/, '').replace(/\{(\w+)\}/g, (_, name) => texts.get(name) || 'x')
      const query = parameters.flatMap(({ in: place, name }) =>
        place === 'query' && texts.has(name) ? [`${name}=${texts.get(name)}`] : [],
      )
      return {
        call: `${method} ${path}`,
        method,
        path: query.length === 0 ? inPath : `${inPath}?${query.join('&')}`,
        headers: ['Content-Type: application/json'],
        transport: 'length',
        hangsUp: false,
        isWhole: true,
        body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
      }
    })
}

/** A lone surrogate has no encoding; most clients send a replacement character. */
const encoded = (value: unknown) =>
  encodeURIComponent((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed())

/** Changes some parts of a request. */
const withNoise = (request: Request): fc.Arbitrary<Request> =>
  fc
    .record(
      {
        method: oddMethods,
        bend: bentPath,
        body: oddBody,
        type: oddType,
        headers: fc.array(oddHeader, { minLength: 1, maxLength: 4 }),
        transport: fc.constantFrom(...transports),
        hangsUp: fc.constant(true),
      },
      { requiredKeys: [] },
    )
    .map(({ bend, type, headers = [], ...changes }) => ({
      ...request,
      ...changes,
      path: bend === undefined ? request.path : bend(request.path),
      headers: [...(type === undefined ? request.headers : [`Content-Type: ${type}`]), ...headers],
      isWhole: false,
    }))

/** Upload forms, which the OpenAPI document does not describe. */
export const uploads: fc.Arbitrary<Request> = fc
  .array(
    fc.record({
      name: fc.oneof(
        fc.constantFrom('key', 'policy', 'file', 'x-signature', 'Content-Type', '__proto__', ''),
        fc.string(),
      ),
      fileName: fc.option(fc.constantFrom('visa.pdf', '', '../../x', 'a\0b.pdf', 'x'.repeat(3_000)), {
        nil: undefined,
      }),
      value: fc.oneof(likelyText, fc.constantFrom('%PDF-1.7', 'x'.repeat(20_000), '')),
    }),
    { maxLength: 14 },
  )
  .chain((fields) => fc.tuple(fc.constant(fields), fc.boolean()))
  .map(([fields, isClosed]) => {
    const parts = fields.map(({ name, fileName, value }) => {
      const file = fileName === undefined ? '' : `; filename="${fileName}"`
      return `--odd\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`
    })
    return {
      call: 'POST /uploads',
      method: 'POST',
      path: '/uploads',
      transport: 'length',
      hangsUp: false,
      isWhole: false,
      headers: ['Content-Type: multipart/form-data; boundary=odd'],
      body: Buffer.from(`${parts.join('')}${isClosed ? '--odd--\r\n' : ''}`),
    }
  })
