// Makes elements. Data becomes text or attributes only, so nothing in it is read as markup.

// Characters that a hostile text could use against its reader: controls, changes of the writing
// direction, halves of surrogate pairs.
const UNPRINTABLE = new RegExp(
  "[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]|" +
  "[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]", "g");
const printable = (text) => String(text).replace(UNPRINTABLE, "\ufffd");

function create(namespace, tag, attributes, children) {
  const element = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, printable(value));
  element.append(...children.map((child) => (child instanceof Node ? child : printable(child))));
  return element;
}
const html = (tag, attributes, ...children) => create("http://www.w3.org/1999/xhtml", tag, attributes, children);
const svg = (tag, attributes, ...children) => create("http://www.w3.org/2000/svg", tag, attributes, children);
