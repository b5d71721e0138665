// Hands a finished file over: to the desk that serves this page, if there is one, or else to the browser, which saves it.

import { el } from './dom.mjs';

// The address of the desk that takes files, if this page is served by one.
const deskAddress = () => document.querySelector('meta[name="sealord-desk"]')?.content || null;

// Whether there is a desk that takes the file.
export const isServed = () => Boolean(globalThis.sealord?.post || deskAddress());

// Sends a file to the desk. The type is one that no other site may send without being asked.
async function postFile(to, { name, text }) {
  const headers = { 'content-type': 'application/yaml', 'x-sealord-file': name };
  const answer = await fetch(to, { method: 'POST', headers, body: text, redirect: 'error', referrerPolicy: 'no-referrer' });
  const said = await answer.json().catch(() => ({}));
  return { taken: answer.ok, ...said };
}

// Lets the browser save a text as a file, and says so. A viewer that forbids downloads says nothing to the page, so nobody here
// knows.
export function saveFile({ name, text }) {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  el('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
  return `${name} was handed to your browser. If it does not appear among your downloads, copy the text, or open this page in a browser.`;
}

// Hands over a file of a `name` and a `text`, and gives words that say what became of it. A desk answers with an object that may
// have `taken`, whether the file was; `said`, words for the player; `next`, the page to go to.
export async function handOver(file) {
  const desk = globalThis.sealord?.post ?? (deskAddress() ? (it) => postFile(deskAddress(), it) : null);
  if (!desk) {
    return saveFile(file);
  }
  try {
    const { taken = true, said, next } = (await desk(file)) ?? {};
    if (taken && next) location.assign(next);
    return said ?? (taken ? 'Your orders were taken.' : 'Your orders were not taken.');
  } catch (error) {
    return `Your orders could not be sent: ${error.message}. Nothing is lost: try again, or save the file.`;
  }
}
