import { z } from 'zod'
import { packetPath, recordExportPath, recordFilter, staffCalls } from '../../api/index.ts'

type Call = {
  readonly method: string
  readonly path: string
  readonly params?: z.ZodType
  readonly body?: z.ZodType
}

const files: readonly Call[] = [
  { method: 'GET', path: packetPath(':id'), params: z.strictObject({ id: z.uuid() }) },
  { method: 'POST', path: recordExportPath, body: recordFilter },
]

/** The calls of the staff desk, which no OpenAPI document describes, as far as one is read here. */
export const staffDocument = {
  paths: Object.fromEntries(
    [...Object.values<Call>(staffCalls), ...files].map(({ method, path, params, body }) => [
      // A second call with the same path has another method.
      `${path.replace(/:(\w+)/g, '{$1}')}#${method}`,
      {
        [method.toLowerCase()]: {
          parameters: Object.entries(params ? propertiesOf(params) : {}).map(([name, schema]) => ({
            in: 'path',
            name,
            required: true,
            schema,
          })),
          ...(body && { requestBody: { content: { 'application/json': { schema: jsonSchemaOf(body, 'input') } } } }),
        },
      },
    ]),
  ),
}

/** Of parameters the output counts: a number arrives as text. */
function propertiesOf(params: z.ZodType): Readonly<Record<string, unknown>> {
  return Object(jsonSchemaOf(params, 'output').properties)
}

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output') {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' })
}
