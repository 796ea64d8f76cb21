-- Runs of the benchmark Speedometer 3, from its measures.

-- The suites and their tests.
CREATE PERFETTO TABLE _chrome_speedometer_3_test AS
SELECT suite_name, unnest(tests) AS test_name
FROM (
  VALUES
    ('TodoMVC-JavaScript-ES5', ['Adding100Items', 'CompletingAllItems', 'DeletingAllItems']),
    ('TodoMVC-JavaScript-ES6-Webpack-Complex-DOM', ['Adding100Items', 'CompletingAllItems', 'DeletingAllItems']),
    ('TodoMVC-WebComponents', ['Adding100Items', 'CompletingAllItems', 'DeletingAllItems']),
    ('TodoMVC-React-Complex-DOM', ['Adding100Items', 'CompletingAllItems', 'DeletingAllItems']),
    ('TodoMVC-React-Redux', ['Adding100Items', 'CompletingAllItems', 'DeletingAllItems']),
    ('TodoMVC-Backbone', ['Adding100Items', 'CompletingAllItems', 'DeletingAllItems']),
    ('TodoMVC-Angular-Complex-DOM', ['Adding100Items', 'CompletingAllItems', 'DeletingAllItems']),
    ('TodoMVC-Vue', ['Adding100Items', 'CompletingAllItems', 'DeletingAllItems']),
    ('TodoMVC-jQuery', ['Adding100Items', 'CompletingAllItems', 'DeletingAllItems']),
    ('TodoMVC-Preact-Complex-DOM', ['Adding100Items', 'CompletingAllItems', 'DeletingAllItems']),
    ('TodoMVC-Svelte-Complex-DOM', ['Adding100Items', 'CompletingAllItems', 'DeletingAllItems']),
    ('TodoMVC-Lit-Complex-DOM', ['Adding100Items', 'CompletingAllItems', 'DeletingAllItems']),
    ('NewsSite-Next', ['NavigateToUS', 'NavigateToWorld', 'NavigateToPolitics']),
    ('NewsSite-Nuxt', ['NavigateToUS', 'NavigateToWorld', 'NavigateToPolitics']),
    ('Editor-CodeMirror', ['Long', 'Highlight']),
    ('Editor-TipTap', ['Long', 'Highlight']),
    ('Charts-observable-plot', ['Stacked by 6', 'Stacked by 20', 'Dotted']),
    ('Charts-chartjs', ['Draw scatter', 'Show tooltip', 'Draw opaque scatter']),
    ('React-Stockcharts-SVG', ['Render', 'PanTheChart', 'ZoomTheChart']),
    ('Perf-Dashboard', ['Render', 'SelectingPoints', 'SelectingRange'])
) AS suites(suite_name, tests);

-- Slices of synchronous and asynchronous parts.
CREATE PERFETTO TABLE _chrome_speedometer_3_measure_name AS
SELECT suite_name || '.' || test_name || '-' || measure_type AS name, suite_name, test_name, measure_type
FROM _chrome_speedometer_3_test
CROSS JOIN (VALUES ('sync'), ('async')) AS parts(measure_type);

-- Iterations are slices with a number at the end.
CREATE PERFETTO VIEW _chrome_speedometer_3_iteration_slice AS
SELECT id, ts, dur, name, CAST(substr(name, 11) AS INT) AS iteration
FROM slice
WHERE category = 'blink.user_timing' AND regexp_matches(name, '^iteration-(0|[1-9][0-9]*)$');

-- Measured parts of Speedometer 3: each step of each test in each iteration.
CREATE PERFETTO TABLE chrome_speedometer_3_measure(
  ts TIMESTAMP, dur DURATION, name STRING, iteration LONG, suite_name STRING, test_name STRING, measure_type STRING
)
AS
SELECT s.ts, s.dur, s.name, i.iteration, m.suite_name, m.test_name, m.measure_type
FROM slice AS s
JOIN _chrome_speedometer_3_measure_name AS m ON m.name = s.name
JOIN _chrome_speedometer_3_iteration_slice AS i ON s.ts >= i.ts AND s.ts < i.ts + i.dur
WHERE s.category = 'blink.user_timing'
ORDER BY s.ts, s.id;

-- Score of an iteration: a thousand divided by the geometric mean of its suites in milliseconds.
CREATE PERFETTO TABLE chrome_speedometer_3_iteration(
  ts TIMESTAMP, dur DURATION, name STRING, iteration LONG, geomean DOUBLE, score DOUBLE
)
AS
WITH
  suites AS (SELECT iteration, sum(dur / 1e6) AS total_ms FROM chrome_speedometer_3_measure GROUP BY iteration, suite_name),
  means AS (SELECT iteration, exp(avg(ln(total_ms))) AS geomean FROM suites GROUP BY iteration)
SELECT s.ts, s.dur, s.name, iteration, m.geomean, 1000.0 / m.geomean AS score
FROM means AS m
JOIN _chrome_speedometer_3_iteration_slice AS s USING (iteration)
ORDER BY iteration, s.ts;

-- Score of the whole run.
CREATE PERFETTO FUNCTION chrome_speedometer_3_score() RETURNS DOUBLE AS
SELECT avg(i.score) FROM chrome_speedometer_3_iteration AS i;

-- Main thread of the renderer that ran Speedometer 3.
CREATE PERFETTO FUNCTION chrome_speedometer_3_renderer_main_utid() RETURNS LONG AS
SELECT min(t.utid)
FROM thread_track AS t
WHERE t.id IN (
  SELECT s.track_id
  FROM slice AS s
  WHERE s.category = 'blink.user_timing' AND s.name IN (SELECT m.name || '-start' FROM _chrome_speedometer_3_measure_name AS m));
