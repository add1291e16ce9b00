import type { App } from './app.ts'

/**
 * Every call sends `Content-Type: application/json`. An empty body means no payload (Q22), which Fastify refuses by
 * default. Keys that would reach an object's prototype are refused.
 */
export function readJson(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else parse(request, body.toString(), done)
  })
}
