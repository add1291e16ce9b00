export { bannerCodes, pescCodes } from './map-of-everything.ts'
export { readXml, textsAt, type XmlElement } from './read-xml.ts'
export { opened, writeWith } from './write-with.ts'
