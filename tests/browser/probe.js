// SPDX-License-Identifier: GPL-2.0
// Put at the end of a page: reads its plots off as a pointer would, and writes down
// what it found.
(function () {
	'use strict';
	var figures = [].slice.call(document.querySelectorAll('figure'));
	var svg = figures[0].querySelector('svg.p'), found = [], took = [], i, begun;

	// Twelve thousandths of a second apart is as smooth as a screen can show.
	for (i = 0; i <= 200; i++) {
		var box = svg.getBoundingClientRect();

		begun = performance.now();
		svg.dispatchEvent(new PointerEvent('pointermove', {
			clientX: box.left + box.width * (0.1 + 0.8 * i / 200)
		}));
		document.body.offsetHeight; // lays it out
		took.push(performance.now() - begun);
	}
	// The longest is that of a machine that had something else to do.
	took.sort(function (a, b) { return a - b; });
	found.push('handler_ms ' + took[100].toFixed(2));
	found.push('read ' + document.querySelector('.read').textContent);
	found.push('figures ' + figures.length);
	found.push('outputs ' + [].filter.call(document.querySelectorAll('output'), function (o) {
		return o.textContent !== '';
	}).length + ' of ' + document.querySelectorAll('output').length);
	found.push('wider ' + (document.documentElement.scrollWidth - window.innerWidth));
	// No text of a plot lies over another one of it.
	var over = 0;

	figures.forEach(function (figure) {
		var boxes = [].map.call(figure.querySelectorAll('svg.p text'), function (t) {
			return t.getBoundingClientRect();
		});

		boxes.forEach(function (a, k) {
			boxes.slice(k + 1).forEach(function (b) {
				if (a.left < b.right - 1 && b.left < a.right - 1 &&
				    a.top < b.bottom - 2 && b.top < a.bottom - 2)
					over++;
			});
		});
	});
	found.push('overlaps ' + over);
	found.push('requests ' + performance.getEntriesByType('resource').filter(function (e) {
		return e.name.indexOf('data:') !== 0;
	}).length);
	svg.dispatchEvent(new PointerEvent('pointerleave'));
	found.push('after ' + document.querySelector('.read').textContent);
	document.body.innerHTML = '<pre>' + found.join('\n') + '</pre>';
})();
