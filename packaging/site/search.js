// Shows the pages that have the words of the address. The pages are in search-index.js, those of apps first.
"use strict";

const words = text => text.toLowerCase().match(/[\p{L}\p{N}+]+/gu) ?? [];
const typed = new URLSearchParams(location.search).get("q") ?? "";
const wanted = words(typed);
const pairs = sources.flatMap(([from, start]) => targets.filter(([, end]) => end !== start).map(([to, end]) =>
  [`From ${from} to ${to}`, `move/${start}-to-${end}.html`, "export import move transfer"]));

// How many of the words a page has, and how well: a word of the title counts more than one of the text.
function rank([title, address, text]) {
  const head = words(title), all = ` ${text} `;
  const points = wanted.map(word => head.includes(word) ? 9 : head.some(one => one.startsWith(word)) ? 5
    : all.includes(` ${word} `) ? 2 : all.includes(` ${word}`) ? 1 : 0);
  // "google aegis" is from Google to Aegis.
  const places = wanted.map(word => head.findIndex(one => one.startsWith(word)));
  const isInOrder = places.every((place, index) => !index || place > places[index - 1]);
  return { title, address, found: points.filter(Boolean).length, sum: points.reduce((sum, one) => sum + one, isInOrder ? 1 : 0) };
}

const ranked = [...pages, ...pairs].map(rank);
const most = Math.max(...ranked.map(page => page.found));
const best = wanted.length && most ? ranked.filter(page => page.found === most)
  .sort((a, b) => b.sum - a.sum) : [];
const shown = best.slice(0, 50);
document.querySelector("input").value = typed;
document.querySelector("#count").textContent = !wanted.length ? "Type words into the field at the top."
  : !best.length ? `No page has “${typed}”.`
  : `${best.length === 1 ? "1 page" : `${best.length} pages`}${best.length > shown.length ? `; the first ${shown.length}` : ""}`;
document.querySelector("#found").append(...shown.map(({ title, address }) => {
  const item = document.createElement("li"), link = document.createElement("a");
  [link.href, link.textContent] = [address, title];
  item.append(link);
  return item;
}));
