'use strict';
// A map on a canvas: each place is a dot, and cells with many places show a circle with their number.
(() => {
  const host = document.querySelector('#map');
  const canvas = document.createElement('canvas');
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'application');
  host.append(canvas);
  const zoom = document.createElement('div');
  zoom.className = 'zoom';
  host.append(zoom);
  const context = canvas.getContext('2d');
  const cell = 56;           // size of a cell in pixels; its places are counted together
  const few = 12;            // cells with up to this many places show only dots
  let xs = new Float32Array(0), ys = xs;   // places in the Mercator projection, 0 to 1
  let lines = [];            // coastlines and borders in the same projection
  let detail = '';           // the URL of these lines
  let view = { x: .5, y: .5, scale: 512 }; // the center, and the width of the world in pixels
  let circles = [];
  let drawing = 0;
  let current = null;        // the URL of the places
  let asking = null;         // the pending request for places

  const mercator = latitude => {
    const angle = Math.max(-85, Math.min(85, latitude)) * Math.PI / 180;
    return .5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI);
  };
  const latitudeOf = y => Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180 / Math.PI;

  const size = () => ({ width: canvas.clientWidth, height: canvas.clientHeight });

  const fit = () => {
    const { width, height } = size();
    let [left, right, top, bottom] = [1, 0, 1, 0];
    for (let i = 0; i < xs.length; i++) {
      if (xs[i] < left) left = xs[i];
      if (xs[i] > right) right = xs[i];
      if (ys[i] < top) top = ys[i];
      if (ys[i] > bottom) bottom = ys[i];
    }
    if (right < left) [left, right, top, bottom] = [0, 1, .2, .75];
    // A map of a few places shows their surroundings, too: about 200 km.
    const least = xs.length <= 12 ? .006 : .0015;
    const wide = Math.max(right - left, least), high = Math.max(bottom - top, least);
    view = { x: (left + right) / 2, y: (top + bottom) / 2, scale: .9 * Math.min(width / wide, height / high) };
  };

  const draw = () => {
    drawing = 0;
    needLines();
    const { width, height } = size();
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    const style = getComputedStyle(document.documentElement);
    const color = name => style.getPropertyValue(name).trim();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = color('--sea');
    context.fillRect(0, 0, width, height);
    const left = width / 2 - view.x * view.scale, top = height / 2 - view.y * view.scale;
    drawLines(left, top, width, height, color);
    if (xs.length <= 500) {
      drawMarks(left, top, color);
      circles = [];
    } else {
      drawCircles(drawDots(left, top, width, height, ratio, color('--accent')), color);
    }
    canvas.dataset.drawn = String(Number(canvas.dataset.drawn ?? 0) + 1);
  };

  const drawLines = (left, top, width, height, color) => {
    context.strokeStyle = color('--coast');
    for (const line of lines) {
      if (line.right * view.scale + left < 0 || line.left * view.scale + left > width
        || line.bottom * view.scale + top < 0 || line.top * view.scale + top > height) continue;
      context.lineWidth = line.isBorder ? .6 : 1.1;
      context.beginPath();
      for (let i = 0; i < line.points.length; i += 2) {
        context.lineTo(line.points[i] * view.scale + left, line.points[i + 1] * view.scale + top);
      }
      context.stroke();
    }
  };

  // If there are few places, their dots are large enough to click.
  const drawMarks = (left, top, color) => {
    context.fillStyle = color('--accent');
    context.strokeStyle = color('--ground');
    context.lineWidth = 1.5;
    for (let i = 0; i < xs.length; i++) {
      context.beginPath();
      context.arc(xs[i] * view.scale + left, ys[i] * view.scale + top, 5, 0, 2 * Math.PI);
      context.fill();
      context.stroke();
    }
  };

  // Draws a dot for each visible place and counts the places in each cell; cells move with the map.
  const drawDots = (left, top, width, height, ratio, accent) => {
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
    const data = new Uint32Array(pixels.data.buffer);
    const mark = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    mark.fillStyle = accent;
    mark.fillRect(0, 0, 1, 1);
    const ink = new Uint32Array(mark.getImageData(0, 0, 1, 1).data.buffer)[0];
    const level = 2 ** Math.floor(Math.log2(view.scale));
    const step = cell / level;      // the size of a cell in the world
    const firstColumn = Math.floor(-left / view.scale / step) - 1, firstRow = Math.floor(-top / view.scale / step) - 1;
    const columns = Math.ceil(width / view.scale / step) + 3, rows = Math.ceil(height / view.scale / step) + 3;
    const counts = new Uint32Array(columns * rows);
    const sumX = new Float64Array(columns * rows), sumY = new Float64Array(columns * rows);
    const right = canvas.width - 2, bottom = canvas.height - 2, scale = view.scale * ratio;
    const dot = view.scale > 8000 ? 3 : view.scale > 2000 || xs.length < 20000 ? 2 : 1;
    for (let i = 0; i < xs.length; i++) {
      const x = (xs[i] * scale + left * ratio) | 0, y = (ys[i] * scale + top * ratio) | 0;
      if (x < 1 || y < 1 || x > right - dot || y > bottom - dot) continue;
      const start = y * canvas.width + x;
      for (let down = 0; down < dot; down++) for (let over = 0; over < dot; over++) data[start + down * canvas.width + over] = ink;
      const place = (Math.floor(ys[i] / step) - firstRow) * columns + Math.floor(xs[i] / step) - firstColumn;
      counts[place]++;
      sumX[place] += xs[i];
      sumY[place] += ys[i];
    }
    context.putImageData(pixels, 0, 0);
    const found = [];
    for (let place = 0; place < counts.length; place++) {
      const count = counts[place];
      if (!count) continue;
      found.push({ count, x: sumX[place] / count * view.scale + left, y: sumY[place] / count * view.scale + top });
    }
    return found;
  };

  const drawCircles = (cells, color) => {
    circles = cells;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.font = '600 10px system-ui, sans-serif';
    for (const circle of cells.filter(one => one.count > few)) {
      circle.radius = 6 + 2.4 * Math.log10(circle.count);
      context.globalAlpha = .72;
      context.fillStyle = color('--text');
      context.beginPath();
      context.arc(circle.x, circle.y, circle.radius, 0, 2 * Math.PI);
      context.fill();
      context.globalAlpha = 1;
      context.fillStyle = color('--ground');
      const text = circle.count < 1000 ? String(circle.count) : `${(circle.count / 1000).toFixed(circle.count < 9950 ? 1 : 0)}k`;
      context.fillText(text, circle.x, circle.y + .5);
    }
  };

  // Reads lines as the server encodes them: whether it is a shore, the number of points, and the points.
  const readLines = bytes => {
    const numbers = new DataView(bytes), found = [];
    for (let place = 0; place + 8 <= numbers.byteLength;) {
      const line = { isBorder: !numbers.getInt32(place, true), points: null, left: 1, right: 0, top: 1, bottom: 0 };
      const count = numbers.getInt32(place + 4, true);
      line.points = new Float32Array(count * 2);
      place += 8;
      for (let i = 0; i < count; i++, place += 8) {
        const x = numbers.getInt32(place, true) / 3.6e8 + .5, y = mercator(numbers.getInt32(place + 4, true) / 1e6);
        line.points[2 * i] = x;
        line.points[2 * i + 1] = y;
        if (x < line.left) line.left = x;
        if (x > line.right) line.right = x;
        if (y < line.top) line.top = y;
        if (y > line.bottom) line.bottom = y;
      }
      found.push(line);
    }
    return found;
  };

  // Fetches the lines for the view: finer ones if a degree is wider than a few pixels.
  const needLines = async () => {
    const wanted = view.scale > 1800 ? '/coasts/fine' : '/coasts';
    if (detail === wanted || detail === '/coasts/fine') return;
    detail = wanted;
    const answer = await fetch(wanted).catch(() => null);
    if (!answer?.ok || detail !== wanted) return;
    lines = readLines(await answer.arrayBuffer());
    canvas.dataset.lines = String(lines.length);
    plan();
  };

  const plan = () => { if (!drawing) drawing = requestAnimationFrame(draw); };

  let keeping;
  const moved = () => {
    plan();
    clearTimeout(keeping);
    keeping = setTimeout(() => {
      const place = `${latitudeOf(view.y).toFixed(3)},${(view.x * 360 - 180).toFixed(3)},${Math.log2(view.scale / 256).toFixed(2)}`;
      history.replaceState(history.state, '', window.agg.stateURL({ m: place }));
    }, 400);
  };

  const zoomBy = (factor, x = canvas.clientWidth / 2, y = canvas.clientHeight / 2) => {
    const { width, height } = size();
    const scale = Math.max(width / 2, Math.min(2 ** 24, view.scale * factor));
    const worldX = view.x + (x - width / 2) / view.scale, worldY = view.y + (y - height / 2) / view.scale;
    view = { x: worldX - (x - width / 2) / scale, y: worldY - (y - height / 2) / scale, scale };
    moved();
  };

  const panBy = (x, y) => {
    view.x = Math.max(0, Math.min(1, view.x - x / view.scale));
    view.y = Math.max(0, Math.min(1, view.y - y / view.scale));
    moved();
  };

  for (const [text, label, action] of [
    ['+', 'Zoom in', () => zoomBy(2)], ['−', 'Zoom out', () => zoomBy(.5)], ['⤢', 'Show all places', () => { fit(); moved(); }],
  ]) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = text;
    button.title = label;
    button.setAttribute('aria-label', label);
    button.addEventListener('click', action);
    zoom.append(button);
  }

  const pointers = new Map();
  let dragged = 0;
  canvas.addEventListener('pointerdown', event => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    dragged = 0;
  });
  canvas.addEventListener('pointermove', event => {
    const last = pointers.get(event.pointerId);
    if (!last) return;
    const now = { x: event.offsetX, y: event.offsetY };
    if (pointers.size === 2) {
      const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
      const span = point => Math.hypot(point.x - other.x, point.y - other.y);
      zoomBy(span(now) / Math.max(1, span(last)), (now.x + other.x) / 2, (now.y + other.y) / 2);
    } else {
      panBy(now.x - last.x, now.y - last.y);
    }
    dragged += Math.abs(now.x - last.x) + Math.abs(now.y - last.y);
    pointers.set(event.pointerId, now);
  });
  for (const name of ['pointerup', 'pointercancel']) canvas.addEventListener(name, event => pointers.delete(event.pointerId));

  // A click on a circle zooms in; a click on a dot searches nearby.
  canvas.addEventListener('click', event => {
    if (dragged > 6) return;
    const { width, height } = size();
    const hit = circles.filter(one => one.radius)
      .find(one => Math.hypot(one.x - event.offsetX, one.y - event.offsetY) <= one.radius);
    if (hit) return zoomBy(4, hit.x, hit.y);
    const x = view.x + (event.offsetX - width / 2) / view.scale, y = view.y + (event.offsetY - height / 2) / view.scale;
    let nearest = -1, least = (14 / view.scale) ** 2;
    for (let i = 0; i < xs.length; i++) {
      const away = (xs[i] - x) ** 2 + (ys[i] - y) ** 2;
      if (away < least) { least = away; nearest = i; }
    }
    if (nearest < 0) return;
    const latitude = latitudeOf(ys[nearest]);
    const radius = Math.max(.2, 14 / view.scale * 40075 * Math.cos(latitude * Math.PI / 180));
    const condition = `near:${latitude.toFixed(5)},${(xs[nearest] * 360 - 180).toFixed(5)},${radius.toFixed(1)}km`;
    window.agg.go(window.agg.stateURL({ q: `${host.dataset.query} ${condition}`.trim(), limit: null }));
  });
  canvas.addEventListener('wheel', event => {
    event.preventDefault();
    zoomBy(2 ** (-event.deltaY / 300), event.offsetX, event.offsetY);
  }, { passive: false });
  canvas.addEventListener('keydown', event => {
    // Alt+Left is the browser's way back, and Ctrl++ its zoom.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
    if (steps[event.key]) { event.preventDefault(); panBy(...steps[event.key]); }
    if (event.key === '+' || event.key === '=') zoomBy(2);
    if (event.key === '-') zoomBy(.5);
  });
  new ResizeObserver(plan).observe(canvas);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', plan);

  // Shows the view in the URL, or all places.
  const look = place => {
    const parts = place?.split(',').map(Number) ?? [];
    fit();
    if (parts.length === 3 && parts.every(Number.isFinite)) {
      view = { x: (parts[1] + 180) / 360, y: mercator(parts[0]), scale: 256 * 2 ** parts[2] };
    }
    plan();
  };

  const show = async (address, place = null) => {
    if (address === current) return place && look(place);
    current = address;
    asking?.abort();
    asking = new AbortController();
    // Without a query, the map is empty.
    const answer = address ? await fetch(address, { signal: asking.signal }).catch(() => null) : new Response('');
    if (!answer?.ok) {
      // The next search with these places asks again.
      if (current === address) current = null;
      return;
    }
    if (current !== address) return;
    const bytes = await answer.arrayBuffer().catch(() => null);
    if (!bytes) return;
    const numbers = new DataView(bytes);
    const count = numbers.byteLength >> 3;
    xs = new Float32Array(count);
    ys = new Float32Array(count);
    for (let i = 0; i < count; i++) {
      xs[i] = numbers.getInt32(i * 8, true) / 3.6e8 + .5;
      ys[i] = mercator(numbers.getInt32(i * 8 + 4, true) / 1e6);
    }
    canvas.setAttribute('aria-label', `Map of ${count} places. Use the arrow keys to move, and plus and minus to zoom.`);
    canvas.dataset.count = String(count);
    look(place);
  };

  // After a refresh, the same URL has other places.
  const forget = () => { current = null; };

  window.aggMap = { show, forget, panBy, zoomBy };
  show(host.dataset.points, new URLSearchParams(location.search).get('m'));
})();
