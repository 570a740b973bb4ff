// The bundle keeps this module compressed: only one format needs it.
export { default as XmlBuilder } from 'fast-xml-builder';
