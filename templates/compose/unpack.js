// Unpacks what the page knows and the script that makes the page, which the policy knows by its hash, and runs it; then what is
// folded of the report, once the questions can be answered.
(async () => {
  const unpacked = async (id) => {
    const text = document.getElementById(id).textContent;
    const bytes = Uint8Array.fromBase64?.(text) ?? Uint8Array.from(atob(text), (it) => it.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return new Response(stream).text();
  };
  const script = document.createElement('script');
  try {
    const [data, text] = await Promise.all(['compose-data', 'compose-script'].map(unpacked));
    document.getElementById('compose-data').textContent = data;
    script.textContent = text;
    document.body.append(script);
  } catch (error) {
    const root = document.getElementById('compose');
    root.hidden = false;
    document.body.classList.add('co-told');
    root.textContent = `This browser is too old to compose orders here (${error.message}). Write them into the form below.`;
    return;
  }
  const rest = document.getElementById('compose-rest');
  if (!rest) return;
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  rest.insertAdjacentHTML('afterend', await unpacked('compose-rest'));
  rest.remove();
})();
