// Counts Fair Play minutes as league/core/fair_play.py does, for a form while somebody fills it in.
// The server's count is what holds; a test compares the two.
(() => {
  "use strict";

  // Penalties as {class, offence, person, incident, standsFor}; the class that counts is that of what a shot replaces.
  const effective = (item) => (item.class === "penalty-shot" ? item.standsFor || "minor" : item.class);

  const exceptionFor = (item, items, loose, rules) => {
    for (const rule of rules.exceptions) {
      if (rule.offence !== item.offence || rule.penalty_class !== effective(item)) continue;
      if (!rule.unless_with) return rule;
      if (items.some((other) => other !== item && other.incident === item.incident)) return null;
      const second = JSON.stringify([item.person, item.offence, rule.unless_with]);
      if (loose.get(second) > 0) {
        loose.set(second, loose.get(second) - 1);
        return null;
      }
      return rule;
    }
    return null;
  };

  const minutes = (items, rules) => {
    const loose = new Map();
    for (const item of items) {
      if (items.filter((other) => other.incident === item.incident).length !== 1) continue;
      const key = JSON.stringify([item.person, item.offence, item.class]);
      loose.set(key, (loose.get(key) || 0) + 1);
    }
    return items.reduce((sum, item) => {
      const exception = exceptionFor(item, items, loose, rules);
      return sum + (exception ? exception.minutes : rules.equivalents[effective(item)] || 0);
    }, 0);
  };

  // Penalties by number: what one of each category is, every act an incident of its own.
  const fromCounts = (counts, rules) => {
    const items = [];
    for (const [name, parts] of Object.entries(rules.categories)) {
      for (let one = 0; one < (counts[name] || 0); one += 1) {
        parts.forEach(([penaltyClass, offence], part) => items.push({
          class: penaltyClass, offence, person: null, standsFor: "minor",
          incident: parts.length > 1 ? `${name}-${one}` : `${name}-${one}-${part}`,
        }));
      }
    }
    return items;
  };

  const verdict = (items, conduct, rules) => {
    const counted = minutes(items, rules);
    const staff = items.some((item) => item.person && rules.staff.includes(item.person)
      && rules.staff_classes.includes(effective(item)));
    const kept = counted <= rules.limit && !staff && !conduct.some((kind) => rules.conduct.includes(kind));
    return { minutes: counted, kept };
  };

  window.rinksideFairPlay = { fromCounts, minutes, verdict };
})();
