'use strict';
// The page works without this script, which adds search as you type. All markup comes from the server, the only place where
// text is escaped.
(() => {
  const one = (selector, root = document) => root.querySelector(selector);
  const box = one('#q');
  const status = one('#status');
  const failure = one('#failure');
  const token = document.body.dataset.token;
  let running = null;   // the pending search
  let settled = true;   // whether the next key press adds an entry to the browser's history
  let settling, gathering, completing;

  // Announces a success, or shows why something failed.
  const say = text => { status.textContent = text; failure.textContent = ''; };
  const complain = error => {
    if (error.name === 'AbortError') return;
    failure.textContent = error instanceof TypeError ? 'The server is not responding.' : error.message;
  };
  const isSearchPage = () => one('#results') !== null;

  const stateURL = (changes = {}) => {
    const url = new URL(location.href);
    const values = new URLSearchParams(url.pathname === '/' ? url.search : '');
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') values.delete(name); else values.set(name, value);
    }
    const text = values.toString();
    return text ? `/?${text}` : '/';
  };

  // Sends a request; a refusal is an error with the server's reason.
  const send = async (path, options) => {
    const answer = await fetch(path, options);
    if (answer.ok) return answer;
    const refusal = await answer.json().catch(() => null);
    throw new Error(refusal?.error?.message ?? answer.statusText);
  };

  const post = (path, values, accept) => send(path, { method: 'POST', headers: { Accept: accept }, body: new URLSearchParams(values) });

  const fetchPart = async (path, signal) => {
    const answer = await send(path + location.search, { signal, headers: { Accept: 'text/html, application/json' } });
    return answer.text();
  };

  // Replaces a part of the page; if it has the focus, `next` finds the element that gets it.
  const replace = (old, markup, next) => {
    const hasFocus = old.contains(document.activeElement);
    old.outerHTML = markup;
    if (hasFocus) (next() ?? one('#main')).focus({ preventScroll: true });
  };

  const showRows = async (isQuiet = false) => {
    running?.abort();
    const mine = running = new AbortController();
    try {
      const text = await fetchPart('/parts/results', mine.signal);
      if (running !== mine) return;
      const focus = document.activeElement;
      const address = focus.closest('.row')?.dataset.address, part = focus.matches('.star') ? '.star' : '.title';
      const count = focus.closest('.more') ? rowLinks().length : null;
      replace(one('#results'), text, () => count === null
        ? [...document.querySelectorAll('.row')].find(row => row.dataset.address === address)?.querySelector(part)
        : rowLinks()[count]);
      document.title = box.value ? `${box.value} – agg` : 'agg';
      if (!isQuiet) say(one('#results .count')?.textContent ?? '');
      clearTimeout(gathering);
      gathering = setTimeout(() => showFacets(mine), 120);
    } catch (error) { complain(error); }
  };

  const showFacets = async mine => {
    try {
      const text = await fetchPart('/parts/facets', mine.signal);
      if (running !== mine) return;
      const parts = new DOMParser().parseFromString(text, 'text/html');
      const name = link => link.dataset.term ?? link.getAttribute('aria-label');
      const focus = document.activeElement;
      replace(one('#facets'), parts.querySelector('#facets').outerHTML,
        () => [...document.querySelectorAll('#facets a')].find(link => name(link) === name(focus)));
      const chart = parts.querySelector('figure.chart');
      one('#pictures figure.chart')?.remove();
      if (chart) one('#pictures').append(chart);
      one('#pictures .map figcaption').textContent = parts.querySelector('.map figcaption').textContent;
      const { points, query } = parts.querySelector('#map').dataset;
      one('#map').dataset.query = query;
      window.aggMap?.show(points, new URLSearchParams(location.search).get('m'));
    } catch (error) { /* The next search fetches them. */ }
  };

  const complete = async () => {
    let list = one('#completions');
    const text = box.value;
    const answer = text.trim() ? await fetch(`/api/complete?q=${encodeURIComponent(text)}`).then(a => a.json()).catch(() => null) : null;
    if (box.value !== text || !box.form.contains(document.activeElement)) return;
    list?.remove();
    const words = (answer?.candidates ?? []).filter(word => text.slice(answer.start) !== word).slice(0, 8);
    if (!words.length) return;
    list = document.createElement('ul');
    list.id = 'completions';
    list.className = 'completions';
    list.setAttribute('aria-label', 'Completions');
    for (const word of words) {
      const item = document.createElement('li');
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = word;
      button.addEventListener('click', () => {
        box.value = text.slice(0, answer.start) + word + (word.endsWith(':') ? '' : ' ');
        box.focus();
        typed();
      });
      item.append(button);
      list.append(item);
    }
    // A click doesn't take the focus from the box.
    list.addEventListener('pointerdown', event => event.preventDefault());
    box.after(list);
    status.textContent += `. ${words.length} completions; press Tab to choose one.`;
  };

  const hideCompletions = () => { clearTimeout(completing); one('#completions')?.remove(); };

  const typed = () => {
    const url = stateURL({ q: box.value, limit: null, m: null });
    if (settled) history.pushState(null, '', url); else history.replaceState(null, '', url);
    settled = false;
    clearTimeout(settling);
    settling = setTimeout(() => { settled = true; }, 1200);
    showRows();
    clearTimeout(completing);
    completing = setTimeout(complete, 150);
  };

  const go = url => {
    settled = true;
    history.pushState(null, '', url);
    arrive();
  };

  // Shows the state in the URL.
  const arrive = () => {
    box.value = new URLSearchParams(location.search).get('q') ?? '';
    hideCompletions();
    showRows();
  };

  const toggleStar = async button => {
    // A second click before the response asks for the same again.
    const isFavorite = button.value.startsWith('add ');
    try { await post('/favorite', { token, star: button.value }, 'application/json'); } catch (error) { return complain(error); }
    button.value = button.value.replace(/^(add|remove)/, isFavorite ? 'remove' : 'add');
    button.textContent = isFavorite ? '★' : '☆';
    button.setAttribute('aria-pressed', isFavorite);
    const label = button.title.replace(/^(Add|Remove) /, '').replace(/ (to|from) your favorites$/, '');
    button.title = isFavorite ? `Remove ${label} from your favorites` : `Add ${label} to your favorites`;
    button.setAttribute('aria-label', button.title);
    say(isFavorite ? `Added ${label} to your favorites.` : `Removed ${label} from your favorites.`);
  };

  const refresh = async form => {
    const chip = form.closest('.chip');
    const button = one('button', form);
    const state = one('.state', chip);
    const before = chip.cloneNode(true);
    let outcome = null;
    const hasFocus = button === document.activeElement;
    button.disabled = true;
    chip.className = 'chip loading';
    state.textContent = 'refreshing…';
    try {
      const answer = await post('/refresh', new FormData(form), 'application/x-ndjson');
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let rest = ''; ;) {
        const { value, done } = await reader.read();
        if (done) break;
        const lines = (rest + value).split('\n');
        rest = lines.pop();
        for (const line of lines.filter(Boolean)) {
          const event = JSON.parse(line);
          if (event.event === 'progress') state.textContent = event.text;
          if (event.outcomes) outcome = event.outcomes[0];
          if (event.error) throw new Error(event.error.message);
        }
      }
      const text = `${chip.dataset.source}: ${outcome?.reason ?? outcome?.outcome ?? 'the refresh was interrupted'}`;
      if (!['updated', 'unchanged'].includes(outcome?.outcome)) throw new Error(text);
      say(text);
    } catch (error) { complain(error); }
    const text = await fetchPart('/parts/chips').catch(() => null);
    if (text) one('#chips').outerHTML = text; else chip.replaceWith(before);
    if (hasFocus && document.activeElement === document.body) {
      one(`.chip[data-source="${CSS.escape(chip.dataset.source)}"] .refresh`)?.focus({ preventScroll: true });
    }
    window.aggMap?.forget();
    // The outcome of the refresh stays the last message.
    if (isSearchPage()) showRows(true);
  };

  document.addEventListener('submit', event => {
    const form = event.target;
    if (form.matches('.search') && isSearchPage()) {
      event.preventDefault();
      settled = true;
      one('.row .title')?.focus();
    } else if (form.id === 'stars' && event.submitter) {
      event.preventDefault();
      toggleStar(event.submitter);
    } else if (form.matches('.chip form')) {
      event.preventDefault();
      refresh(form);
    }
  });

  document.addEventListener('click', event => {
    const link = event.target.closest('a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    const url = new URL(link.href);
    if (!isSearchPage() || url.origin !== location.origin || url.pathname !== '/' || link.hash) return;
    event.preventDefault();
    go(url.pathname + url.search);
  });

  const rowLinks = () => [...document.querySelectorAll('.row .title')];
  const move = step => {
    const links = rowLinks();
    const place = links.indexOf(document.activeElement?.closest('.row')?.querySelector('.title'));
    if (place + step < 0) return box.focus();
    links[place < 0 ? 0 : Math.min(place + step, links.length - 1)]?.focus();
  };

  document.addEventListener('keydown', event => {
    // While characters are composed, as in Japanese, the keys choose among candidates.
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const field = event.target.closest('input, textarea, select');
    if (event.key === 'ArrowDown' && field === box) { event.preventDefault(); return move(1); }
    if (event.key === 'Escape' && one('#completions')) { event.preventDefault(); box.focus(); return hideCompletions(); }
    if (event.key === 'Escape' && field === null && box) return box.focus();
    if (field || event.target.closest('canvas')) return;
    if (event.key === '/') { event.preventDefault(); box.focus(); box.select(); }
    if (event.key === '?') location.href = '/help';
    if (event.key === 'ArrowDown' && isSearchPage()) { event.preventDefault(); move(1); }
    if (event.key === 'ArrowUp' && isSearchPage()) { event.preventDefault(); move(-1); }
    if (event.key === 'f') {
      const star = document.activeElement?.closest('.row')?.querySelector('.star') ?? one('main.record .star');
      if (star) { event.preventDefault(); toggleStar(star); }
    }
  });

  window.addEventListener('popstate', () => { if (isSearchPage()) { settled = true; arrive(); } });
  window.agg = { go, stateURL };

  if (isSearchPage()) {
    box.addEventListener('input', typed);
    box.form.addEventListener('focusout', event => { if (!box.form.contains(event.relatedTarget)) hideCompletions(); });
    if (!('ontouchstart' in window) && !location.hash) {
      box.focus({ preventScroll: true });
      box.setSelectionRange(box.value.length, box.value.length);
    }
    if (one('#map')) {
      const script = document.createElement('script');
      script.src = '/map.js';
      document.head.append(script);
    }
  }
})();
