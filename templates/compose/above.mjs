// What a desk that serves the page says above it, such as the hints of a practice match. It stays in view, though the report in
// which it stands is folded away, and the page takes the height that it leaves.

const above = globalThis.document?.querySelector('aside.practice');
if (above) {
  const leave = () => document.documentElement.style.setProperty('--above', `${above.offsetHeight}px`);
  above.remove();
  queueMicrotask(() => {
    document.body.prepend(above);
    new ResizeObserver(leave).observe(above);
  });
}
