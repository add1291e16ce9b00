import fc from 'fast-check'

/** What noise adds to a request that would otherwise be in order. */

export const oddMethods = fc.constantFrom(
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', 'M-SEARCH', 'QUERY'],
  ...['get', 'BREW', '', 'G\0T'],
)

/** Whole JSON that is nested deeper than a function can call itself, alone or in a field that calls take. */
const nestedBody = fc
  .record({
    levels: fc.constantFrom(15, 17, 100, 2_500, 3_000, 6_000, 20_000, 100_000),
    isObject: fc.boolean(),
    field: fc.constantFrom('', 'phone_token', 'answer', 'search', 'filter', 'token', 'acknowledgements', 'email', 'id'),
  })
  .map(({ levels, isObject, field }) => {
    const [open, close] = isObject ? ['{"a":', '}'] : ['[', ']']
    const nested = `${open.repeat(levels)}1${close.repeat(levels)}`
    return Buffer.from(field === '' ? nested : `{"${field}":${nested}}`)
  })

/** Bodies that are not JSON, not what they say, or not text. */
export const oddBody: fc.Arbitrary<Buffer> = fc.oneof(
  fc
    .constantFrom(
      ...[
        '',
        ' ',
        '{',
        '{"a":',
        '[1,',
        '{"a":1}}',
        '{"a":1,"a":2}',
        '{a:1}',
        "{'a':1}",
        'null',
        '"text"',
        '1e999',
        '-',
        'nul',
      ],
      ...[
        '{"__proto__":{"x":1}}',
        '{"constructor":{"prototype":{"x":1}}}',
        '{"first_name":"\\ud800"}',
        '\ufeff{}',
        '{}\0',
      ],
      ...['[{"__proto__":1}]', '{"first_name":"\\u0000"}', '{"":""}', `{"a":${'9'.repeat(5_000)}}`],
    )
    .map((text) => Buffer.from(text)),
  fc.constantFrom('[', '{"a":').map((text) => Buffer.from(text.repeat(20_000))),
  nestedBody,
  fc.constantFrom(255, 257, 1_024).map((kilobytes) => Buffer.from(`{"first_name":"${'x'.repeat(kilobytes * 1_024)}"}`)),
  fc.constant(Buffer.from(`{${Array.from({ length: 10_000 }, (_, at) => `"k${at}":"x"`).join()}}`)),
  fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
  fc.constant(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
)

export const oddType = fc.constantFrom(
  ...[
    '',
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/json; charset=utf-16',
  ],
  ...[
    'application/json;',
    'application/json; charset="',
    'APPLICATION/JSON',
    'application/jsonx',
    '*/*',
    'a/b/c',
    'application/octet-stream',
  ],
  ...['application/json, text/plain', 'multipart/form-data; boundary=x', `application/${'x'.repeat(5_000)}`],
)

/** Headers of clients and proxies that are odd, wrong or doubled. Each is a whole line. */
export const oddHeader = fc.oneof(
  fc.constantFrom(
    ...[
      'Range: bytes=0-',
      'Range: bytes=5-1',
      'Range: bytes=-0',
      'Range: bytes=0-1,3-4,0-',
      'Range: lines=1',
      'Range: bytes=99999999999-',
    ],
    ...[
      'If-None-Match: *',
      'If-None-Match: W/"',
      'If-Match: "x"',
      'If-Modified-Since: yesterday',
      'If-Modified-Since: Thu, 01 Jan 2099 00:00:00 GMT',
    ],
    ...[
      'If-Range: "x"',
      'If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT',
      'Accept: text/html',
      'Accept: */*;q=0',
      'Accept: \xff',
    ],
    ...[
      'Accept-Encoding: br;q=2, gzip;q=-1',
      'Accept-Encoding: identity;q=0',
      'Accept-Language: xx-XX-XX;q=9',
      'Content-Encoding: gzip',
    ],
    ...[
      'Cookie: a',
      'Cookie: =',
      'Cookie: a=b; a=c; a="',
      'Cookie: CausewayIdentity=%',
      `Cookie: ${'c=d; '.repeat(500)}`,
      'Cookie: session=\xff',
    ],
    ...[
      'X-Forwarded-For: unknown',
      'X-Forwarded-For: ::1%lo',
      'X-Forwarded-For: , ,',
      `X-Forwarded-For: ${'10.0.0.1, '.repeat(200)}x`,
    ],
    ...[
      'X-Forwarded-Proto: gopher',
      'X-Forwarded-Host: a\tb',
      'Forwarded: for="[::1',
      'Via: 1.1 x',
      'X-Request-Id: a b',
      'X-Request-Id: ',
    ],
    ...[
      'Origin: null',
      'Origin: https://evil.example',
      'Origin: http://',
      'Sec-Fetch-Site: cross-site',
      'Sec-Fetch-Site: ',
      'Referer: \x01',
    ],
    ...[
      'Host: ',
      'Host: a b',
      'Host: [::1',
      'Host: x:99999',
      'Upgrade: websocket',
      'Upgrade: h2c',
      'Expect: 100-continue',
      'Expect: x',
    ],
    ...[
      'Account-Id: x',
      'Account-Id: \xff',
      'Answer-Order: 1',
      'Answer-Order: {',
      'Answer-Order: abcdefgh1 first_name:999999999999999:999999999999999',
      'Answer-Order: abcdefgh1 __proto__:1:0,city:0:0',
      'Authorization: Basic !',
      'TE: x',
    ],
    ...[
      'Content-Length: -1',
      'Content-Length: 1, 2',
      'Content-Length: 0x10',
      'Transfer-Encoding: gzip',
      'Transfer-Encoding: chunked',
      'No colon',
      ' folded',
      ': x',
    ],
    ...[
      'If-None-Match: "\xe9"',
      'Max-Forwards: 0',
      'Connection: keep-alive, host',
      'Keep-Alive: timeout=-1',
      'Date: x',
      'X-HTTP-Method-Override: PUT',
    ],
  ),
  fc.constant(`X-Long: ${'h'.repeat(20_000)}`),
  fc
    .tuple(fc.stringMatching(/^[A-Za-z-]{1,20}$/), fc.string({ unit: 'binary', maxLength: 40 }))
    .map(([name, value]) => `${name}: ${value.replaceAll(/[\r\n]/g, '')}`),
)

/** Changes a path with its query, as hostile and careless clients do. */
export const bentPath: fc.Arbitrary<(path: string) => string> = fc.oneof(
  fc.constantFrom<((path: string) => string)[]>(
    (path) => path.replaceAll('/', '//'),
    (path) => path.replaceAll('/', '%2f'),
    (path) => path.replaceAll('/', '\\'),
    (path) => path.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    (path) => path.toUpperCase(),
    (path) => `${path}/`,
    (path) => `${path}/..`,
    (path) => `${path};a=b`,
    (path) => `/./${path}`,
    (path) => `/x/..${path}`,
    (path) => `/%2e%2e${path}`,
    (path) => `${path}%00`,
    (path) => `${path}%`,
    (path) => `${path}%E0%A4%A`,
    (path) => `${path}%ff%fe`,
    (path) => `${path}#x`,
    (path) => `${path} x`,
    (path) => `http://elsewhere.example${path}`,
    (path) => `//elsewhere.example${path}`,
    (path) => path.slice(1),
    (path) => `${path}/${'a'.repeat(300)}`,
    () => `/${'a/'.repeat(3_000)}`,
    (path) => `${path}?${'a=b&'.repeat(2_500)}`,
    (path) => `${path}?${'q'.repeat(12_000)}`,
    (path) => `${path}?a=1&a=2&a[]=3&a[b]=4&__proto__=5&constructor.prototype=6`,
    (path) => `${path}?%00=%00&%ff=%ff&%`,
    (path) => `${path}??&&==;;`,
    () => '*',
    () => '/assets/%2e%2e%2fserver%2fmain.ts',
    () => '/assets/..%5c..%5cpackage.json',
    () => '/uploads/../data',
    () => '/documents/x/1/x',
    () => '/documents/application-pdf/x/99999999999999999999/%00',
    () => `/documents/${'x'.repeat(150)}/9999999999999/x`,
    () => '/dev/mail',
    () => '/dev/openapi.json',
    () => '/about',
    () => '/healthz',
    () => '/readyz',
    () => '/metrics',
  ),
  fc.webPath().map((path) => () => path || '/'),
  fc.string({ unit: 'binary', maxLength: 60 }).map((text) => () => `/${text.replaceAll(/[\r\n]/g, '')}`),
)
