"use strict";
// Theme, contents on narrow screens, copy buttons and the search. Everything works from a disk, without a server.
(() => {
  const root = document.documentElement;
  const stored = (() => { try { return localStorage.getItem("theme"); } catch { return null; } })();
  if (stored) root.dataset.theme = stored;

  document.getElementById("theme").addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    try { localStorage.setItem("theme", root.dataset.theme); } catch { /* kept for this page only */ }
  });
  document.getElementById("menu").addEventListener("click", () => document.body.classList.toggle("menu"));

  for (const pre of document.querySelectorAll("pre")) {
    const text = pre.textContent;
    const copy = document.createElement("button");
    copy.type = "button";
    copy.textContent = "Copy";
    copy.addEventListener("click", () => navigator.clipboard.writeText(text).then(() => { copy.textContent = "Copied"; }));
    pre.append(copy);
  }

  const field = document.getElementById("search");
  const list = document.getElementById("hits");
  let sections = null;
  window.searchIndex = rows => {
    sections = rows.map(([file, anchor, page, title, text]) =>
      ({ file, anchor, page, title, text, lower: [page.toLowerCase(), title.toLowerCase(), text.toLowerCase()] }));
    show();
  };
  const load = () => {
    if (sections) return;
    sections = [];
    const script = document.createElement("script");
    script.src = "search-index.js";
    document.head.append(script);
  };
  const begins = (text, word) => {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1])) return true;
    }
    return false;
  };
  const score = (section, words) => {
    const [page, title, text] = section.lower;
    let total = 0;
    for (const word of words) {
      const top = !section.anchor;
      const inTitle = begins(title, word), inText = begins(text, word), inPage = top && begins(page, word);
      if (!inTitle && !inText && !inPage) return 0;
      total += (inPage ? 100 : 0) + (inTitle ? 30 : 0) + (inText ? 1 : 0) + (title === word ? 100 : 0);
    }
    return total;
  };
  const show = () => {
    const words = field.value.toLowerCase().trim().split(/\s+/).filter(Boolean);
    list.replaceChildren();
    list.hidden = words.length === 0;
    if (list.hidden) return;
    const found = sections.map(section => ({ section, score: score(section, words) })).filter(f => f.score > 0)
      .sort((a, b) => b.score - a.score).slice(0, 30);
    for (const { section } of found) {
      const link = document.createElement("a");
      link.href = section.file + (section.anchor ? "#" + section.anchor : "");
      const name = document.createElement("b");
      name.textContent = section.anchor ? section.page + " › " + section.title : section.page;
      const excerpt = document.createElement("span");
      const hit = section.lower[2].indexOf(words[0]);
      const at = hit < 40 ? 0 : section.text.lastIndexOf(" ", hit - 30) + 1;
      excerpt.textContent = (at > 0 ? "… " : "") + section.text.slice(at, at + 140);
      link.append(name, excerpt);
      const item = document.createElement("li");
      item.append(link);
      list.append(item);
    }
    if (found.length === 0) {
      const none = document.createElement("li");
      none.className = "none";
      none.textContent = "Nothing found";
      list.append(none);
    }
  };
  field.addEventListener("focus", load);
  field.addEventListener("input", () => { load(); show(); });
  addEventListener("keydown", event => {
    if (event.key === "/" && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      field.focus();
    } else if (event.key === "Escape") {
      field.value = "";
      show();
    } else if (event.key === "ArrowDown" && !list.hidden) {
      const links = [...list.querySelectorAll("a")];
      links[Math.min(links.length - 1, links.indexOf(document.activeElement) + 1)]?.focus();
      event.preventDefault();
    }
  });
  document.addEventListener("click", event => { if (!list.contains(event.target) && event.target !== field) list.hidden = true; });
})();
