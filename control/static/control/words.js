// What scripts say, in the language of the hall. A page that is not in English carries the sentences; without them each is said as it
// stands. Values are put in by name: gettext("No connection, as of {time}", { time }).
const known = JSON.parse(document.getElementById("words")?.textContent ?? "{}");
const filled = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_all, name) => values[name]);
const forms = ["zero", "one", "two", "few", "many", "other"];

export const gettext = (sentence, values = {}) => filled(known[sentence] ?? sentence, values);

export const ngettext = (one, many, count, values = {}) => {
  const rules = new Intl.PluralRules(known[one] ? document.documentElement.lang : "en");
  const shapes = forms.filter((form) => rules.resolvedOptions().pluralCategories.includes(form));
  const said = known[one] ?? [one, many];
  return filled(said[Math.min(shapes.indexOf(rules.select(count)), said.length - 1)], { count, ...values });
};
