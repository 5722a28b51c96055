// What scripts say, in the language of the hall. A page that is not in English carries the sentences; without them each is said as it
// stands. Values are put in by name: gettext("No connection, as of {time}", { time }).
const known = JSON.parse(document.getElementById("words")?.textContent ?? "{}");
// What is written from right to left is isolated, as the server does it: it turns nothing beside it.
const isolated = (words) => (/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(words) ? `\u2068${words}\u2069` : words);
const filled = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_all, name) => isolated(values[name]));
const forms = ["zero", "one", "two", "few", "many", "other"];

export const gettext = (sentence, values = {}) => filled(known[sentence] ?? sentence, values);

export const ngettext = (one, many, count, values = {}) => {
  const rules = new Intl.PluralRules(known[one] ? document.documentElement.lang : "en");
  const shapes = forms.filter((form) => rules.resolvedOptions().pluralCategories.includes(form));
  const said = known[one] ?? [one, many];
  return filled(said[Math.min(shapes.indexOf(rules.select(count)), said.length - 1)], { count, ...values });
};
