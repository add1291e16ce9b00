export { readXml, textsAt, type XmlElement } from './read-xml.ts'
export { bannerCodes, opened, pescCodes, writeWith } from './write-with.ts'
