import { crc32, deflateSync, gzipSync } from 'node:zlib'

/** A drawing with this inside. */
export const svg = (inside: string, attributes = 'viewBox="0 0 44 44"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`
const SHAPE = '<path d="M4 4h36v36z"/>'

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length)
  bytes.writeUInt32BE(data.length)
  bytes.write(type, 4, 'latin1')
  data.copy(bytes, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length)
  return bytes
}

/** A PNG that says it is this large, whatever it holds. */
function png(width: number, height: number, pixels: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

/** A group that holds ten of the group before it, and so on. */
const nested = (levels: number) =>
  Array.from(
    { length: levels },
    (_, at) => `<g id="g${at + 1}">${`<use xlink:href="#g${at}"/>`.repeat(10)}</g>`,
  ).reduce((all, each) => all + each, '<g id="g0"><path d="M0 0h1v1z"/></g>')

const entities = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>${svg(SHAPE)}`
const aMegabyte = Buffer.alloc(1024 * 1024, ' ')

/** What a file holds, and how its refusal ends. */
export const hostile: readonly (readonly [title: string, file: string, content: () => string | Buffer, RegExp])[] = [
  ['a script', 'a.svg', () => svg(`<script>alert(1)</script>${SHAPE}`), /holds a script or something else/],
  ['an event', 'b.svg', () => svg(`<path onload="alert(1)" d="M0 0h9v9z"/>`), /holds a script/],
  ['a link to a script', 'c.svg', () => svg(`<a xlink:href="javascript:alert(1)">${SHAPE}</a>`), /holds a script/],
  [
    'a page',
    'd.svg',
    () => svg(`<foreignObject><p>Hi</p></foreignObject>${SHAPE}`),
    /holds a script or something else/,
  ],
  [
    'another picture',
    'e.svg',
    () => svg(`<image href="https://else.example/a.png"/>${SHAPE}`),
    /refers to another file/,
  ],
  ['a file of the server', 'f.svg', () => svg(`<image xlink:href="file:///etc/passwd"/>${SHAPE}`), /refers to another/],
  [
    'a picture in a picture',
    'g.svg',
    () => svg(`<image href="data:image/svg+xml;base64,AA"/>`),
    /refers to another file/,
  ],
  ['a style sheet', 'h.svg', () => svg(`<style>@import "https://else.example/a.css";</style>${SHAPE}`), /refers to/],
  [
    'a color from elsewhere',
    'i.svg',
    () => svg(`<path fill="url(https://else.example/a#b)" d="M0 0h9"/>`),
    /refers to/,
  ],
  ['an instruction', 'j.svg', () => `<?xml-stylesheet href="https://else.example/a.css"?>${svg(SHAPE)}`, /refers to/],
  ['entities', 'k.svg', () => entities, /has a document type/],
  ['letters', 'l.svg', () => svg('<text y="20">Cascade</text>'), /has text, .* turn the text into paths/],
  ['100,000 px', 'm.svg', () => svg(SHAPE, 'width="100000" height="100000"'), /is more than 10,000 px wide or high/],
  ['a line of 100,000 px', 'n.svg', () => svg(SHAPE, 'width="100000" height="10"'), /is more than 10,000 px wide/],
  ['a million copies', 'o.svg', () => svg(`${nested(9)}<use xlink:href="#g9"/>`), /cannot be drawn/],
  ['30,000 parts', 'p.svg', () => svg('<path d="M0 0h1v1z"/>'.repeat(30_000)), /has more than 20,000 parts/],
  ['a compressed SVG', 'q.svg', () => gzipSync(svg(SHAPE)), /is not a well-formed SVG/],
  ['a broken SVG', 'r.svg', () => '<svg><path></svg>', /is not a well-formed SVG/],
  ['a page of HTML', 's.svg', () => '<html></html>', /is not an SVG/],
  ['nothing', 't.svg', () => '', /is not an SVG|is not a well-formed SVG/],
  [
    'nothing that is seen',
    'u.svg',
    () => svg('<path fill="#fff" d="M4 4h36v36z"/>'),
    /shows nothing .* on a white page/,
  ],
  [
    'a long line',
    'v.svg',
    () => svg('<path d="M0 0h900v9H0z"/>', 'viewBox="0 0 900 9"'),
    /is more than 8 times as wide/,
  ],
  ['20 MB', 'w.png', () => Buffer.concat(Array.from({ length: 20 }, () => aMegabyte)), /is larger than 1 MB/],
  ['an SVG as a PNG', 'x.png', () => svg(SHAPE), /is not a PNG/],
  ['a PNG as an SVG', 'y.svg', () => png(1, 1, deflateSync(Buffer.alloc(5))), /is not a well-formed SVG/],
  ['60,000 px in 300 KB', 'z.png', () => png(60_000, 60_000, deflateSync(Buffer.alloc(3e8))), /is more than 10,000 px/],
  [
    '64 million px in 250 KB',
    'zb.png',
    () => png(8000, 8000, deflateSync(Buffer.alloc(8000 * 32_001))),
    /is more than 10,000 px/,
  ],
  [
    'a style sheet in brackets',
    'zc.svg',
    () => svg(`<style><![CDATA[@import "a.css";]]></style>${SHAPE}`),
    /refers to/,
  ],
  ['a damaged PNG', 'za.png', () => png(40, 40, deflateSync(Buffer.alloc(6440))).subarray(0, 60), /cannot be drawn/],
]
