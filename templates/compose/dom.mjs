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

export const button = (words, onclick, props = {}) => el('button', { type: 'button', onclick, ...props }, words);

// Listens to typing, letter by letter, so that nothing is drawn anew between a press on a button and its release.
export const typed = (tell) => (event) => {
  if (!event.isComposing) tell(event.target.value);
};
