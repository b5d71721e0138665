// How a drawing is looked at: it is moved and enlarged by wheel, pinch, drag, keys and buttons. Nothing glides: what moves is
// where the reader's hand is.

const LARGEST_ZOOM = 12;
// So far a pointer may slip, in pixels, and still be a click.
const SLIP = 5;

export class Lens {
  // Looks at `svg` through `frame`, the element that shows a part of it. A `calm` one leaves the wheel to a page that scrolls,
  // except with the control key, as a browser's own zoom, or while the frame has the keys.
  constructor(frame, svg, { calm = false } = {}) {
    this.frame = frame;
    this.svg = svg;
    this.calm = calm;
    const { x, y, width, height } = svg.viewBox.baseVal;
    this.whole = { x, y, width, height };
    this.at = { x: x + width / 2, y: y + height / 2 };
    this.zoom = 1;
    this.fingers = new Map();
    this.wanted = null;
    this.size = { x: 0, y: 0 };
    // A drawing that is away is not drawn anew.
    this.asleep = false;
    svg.setAttribute('preserveAspectRatio', 'xMidYMid slice');
    new ResizeObserver(() => this.resized()).observe(frame);
    frame.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    frame.addEventListener('keydown', (event) => this.key(event));
    for (const [name, does] of [['down', 'press'], ['move', 'drag'], ['up', 'lift'], ['cancel', 'lift']]) {
      frame.addEventListener(`pointer${name}`, (event) => this[does](event));
    }
    // The end of a drag is no click.
    frame.addEventListener('click', (event) => {
      if (!this.dragged) return;
      this.dragged = false;
      event.stopPropagation();
      event.preventDefault();
    }, true);
  }

  // How many units of the drawing a pixel is.
  get unit() {
    return Math.max(this.whole.width / (this.size.x || 1), this.whole.height / (this.size.y || 1)) / this.zoom;
  }

  // The size of the frame is asked for here alone: each question would make the browser lay out the page anew.
  resized() {
    const { clientWidth, clientHeight } = this.frame;
    if (!clientWidth || !clientHeight || (clientWidth === this.size.x && clientHeight === this.size.y)) return;
    this.size = { x: clientWidth, y: clientHeight };
    if (this.wanted) this.fit(this.wanted);
    else this.show();
  }

  show() {
    const { whole, unit } = this;
    if (!this.size.x || this.asleep) return;
    const size = { x: this.size.x * unit, y: this.size.y * unit };
    const within = (at, from, length, shown) => {
      if (shown >= length) return from + length / 2;
      return Math.min(Math.max(at, from + shown / 2), from + length - shown / 2);
    };
    this.at = { x: within(this.at.x, whole.x, whole.width, size.x), y: within(this.at.y, whole.y, whole.height, size.y) };
    this.svg.setAttribute('viewBox', [this.at.x - size.x / 2, this.at.y - size.y / 2, size.x, size.y].map((it) => it.toFixed(1)).join(' '));
    this.moved?.();
  }

  // Where a point of the window is on the drawing.
  point({ clientX, clientY }) {
    const box = this.frame.getBoundingClientRect();
    return { x: this.at.x + (clientX - box.left - box.width / 2) * this.unit, y: this.at.y + (clientY - box.top - box.height / 2) * this.unit };
  }

  // Where a point of the drawing is in the frame, in pixels.
  onFrame({ x, y }) {
    return { x: (x - this.at.x) / this.unit + this.size.x / 2, y: (y - this.at.y) / this.unit + this.size.y / 2 };
  }

  // Enlarges by a factor about a place in the window, which stays where it is, or about the middle.
  by(factor, where = null) {
    const before = where && this.point(where);
    this.wanted = null;
    this.zoom = Math.min(Math.max(this.zoom * factor, 1), LARGEST_ZOOM);
    if (before) {
      const after = this.point(where);
      this.at = { x: this.at.x + before.x - after.x, y: this.at.y + before.y - after.y };
    }
    this.show();
  }

  // Moves by so many pixels.
  move(x, y) {
    this.wanted = null;
    this.at = { x: this.at.x + x * this.unit, y: this.at.y + y * this.unit };
    this.show();
  }

  // Shows all of it.
  all() {
    this.wanted = null;
    this.zoom = 1;
    this.show();
  }

  // Shows some points, with what lies around them; later where the frame has no size yet.
  fit(points) {
    if (!points.length) return this.all();
    this.wanted = points;
    if (!this.size.x) return;
    const [xs, ys] = ['x', 'y'].map((axis) => points.map((it) => it[axis]));
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const around = Math.max(this.whole.width, this.whole.height) / 5;
    this.zoom = 1;
    const [wide, high] = [(right - left + 2 * around) / this.unit, (bottom - top + 2 * around) / this.unit];
    this.zoom = Math.min(Math.max(Math.min(this.size.x / wide, this.size.y / high), 1), LARGEST_ZOOM);
    this.at = { x: (left + right) / 2, y: (top + bottom) / 2 };
    this.show();
  }

  // Moves as far as it must, so that a point can be seen.
  reveal(point) {
    const { x, y } = this.onFrame(point);
    if (x > 20 && y > 20 && x < this.size.x - 20 && y < this.size.y - 20) return;
    this.wanted = null;
    this.at = point;
    this.show();
  }

  wheel(event) {
    if (this.calm && !event.ctrlKey && document.activeElement !== this.frame) return;
    event.preventDefault();
    this.by(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), event);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    const step = 80;
    const does = {
      '+': () => this.by(1.4), '=': () => this.by(1.4), '-': () => this.by(1 / 1.4), 0: () => this.all(),
      ArrowLeft: () => this.move(-step, 0), ArrowRight: () => this.move(step, 0), ArrowUp: () => this.move(0, -step), ArrowDown: () => this.move(0, step),
    }[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  }

  press(event) {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    if (!this.fingers.size) this.dragged = false;
    this.fingers.set(event.pointerId, { from: [event.clientX, event.clientY], x: event.clientX, y: event.clientY });
  }

  drag(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    const [x, y] = [event.clientX - finger.x, event.clientY - finger.y];
    if (!this.dragged && Math.hypot(event.clientX - finger.from[0], event.clientY - finger.from[1]) < SLIP) return;
    if (!this.dragged) this.frame.setPointerCapture?.(event.pointerId);
    this.dragged = true;
    const others = [...this.fingers.values()].filter((it) => it !== finger);
    const far = ({ x: a, y: b }) => Math.hypot(others[0].x - a, others[0].y - b);
    const before = others.length ? far(finger) : 0;
    Object.assign(finger, { x: event.clientX, y: event.clientY });
    if (others.length) this.by(far(finger) / (before || 1), { clientX: (others[0].x + finger.x) / 2, clientY: (others[0].y + finger.y) / 2 });
    else this.move(-x, -y);
  }

  lift(event) {
    this.fingers.delete(event.pointerId);
  }
}
