// A look that gives way to a newer one, or to a press, is no error: htmx tells of it as of one, twice, in the browser's console. It
// asks its logger before it complains; whatever else fails is told there as before.
const gave = new WeakSet(); // requests that were given up on purpose

document.addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => {
  const tell = xhr.onabort; // what htmx does then
  xhr.onabort = (event) => {
    gave.add(xhr);
    tell?.call(xhr, event);
  };
});
htmx.logger = (_elt, _name, detail) => {
  if (detail.error && detail.xhr && gave.has(detail.xhr)) delete detail.error;
};
