// Elements and what they listen to.

// An element. Words go in as text and never as markup.
export function el(name, props = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (key in made && typeof value !== 'string') made[key] = value;
    else if (key === 'value') made.value = value;
    else made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.flat().filter((it) => it !== null && it !== false && it !== undefined));
  return made;
}

// Words in which backticks stand around what a file may say: that is shown as code.
export function coded(text) {
  const pieces = text.split('`');
  return pieces.length % 2 ? pieces.map((piece, at) => (at % 2 ? el('code', {}, piece) : piece)) : [text];
}

export const button = (words, onclick, props = {}) => el('button', { type: 'button', onclick, ...props }, words);

// Listens to typing, letter by letter, so that nothing is drawn anew between a press on a button and its release.
export const typed = (tell) => (event) => {
  if (!event.isComposing) tell(event.target.value);
};

// Copies a text, or marks where it stands.
export async function copyText(text, where, say) {
  try {
    await navigator.clipboard.writeText(text);
    say('Copied.');
  } catch {
    say('This browser does not let a page copy: the text is marked, copy it.');
    getSelection().selectAllChildren(where);
  }
}
