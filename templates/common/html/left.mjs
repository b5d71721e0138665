// How long it is until the deadline of a report, by the reader's own clock.
const HOUR = 3_600_000;

export const timeLeft = (until, now) => {
  const hours = Math.floor((until - now) / HOUR);
  if (until < now) return 'the deadline has passed';
  if (hours < 1) return 'less than an hour left';
  const [many, what] = hours < 48 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day'];
  return `${many} ${what}${many === 1 ? '' : 's'} left`;
};

for (const place of document.querySelectorAll('[data-until]')) {
  const until = new Date(place.dataset.until);
  const say = () => {
    const words = until.toLocaleString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' });
    place.textContent = ` By your clock: ${words}, ${timeLeft(until, Date.now())}.`;
    place.hidden = false;
  };
  say();
  setInterval(say, HOUR / 60);
}
