-- Runs of the benchmark Speedometer 2.1, from its marks.

-- The suites and their tests.
CREATE PERFETTO TABLE _chrome_speedometer_2_1_test AS
SELECT suite_name, unnest(tests) AS test_name
FROM (
  VALUES
    ('Angular2-TypeScript-TodoMVC', ['Adding100Items', 'CompletingAllItems', 'DeletingItems']),
    ('AngularJS-TodoMVC', ['Adding100Items', 'CompletingAllItems', 'DeletingAllItems']),
    ('BackboneJS-TodoMVC', ['Adding100Items', 'CompletingAllItems', 'DeletingAllItems']),
    ('Elm-TodoMVC', ['Adding100Items', 'CompletingAllItems', 'DeletingItems']),
    ('EmberJS-Debug-TodoMVC', ['Adding100Items', 'CompletingAllItems', 'DeletingItems']),
    ('EmberJS-TodoMVC', ['Adding100Items', 'CompletingAllItems', 'DeletingItems']),
    ('Flight-TodoMVC', ['Adding100Items', 'CompletingAllItems', 'DeletingItems']),
    ('Inferno-TodoMVC', ['Adding100Items', 'CompletingAllItems', 'DeletingItems']),
    ('Preact-TodoMVC', ['Adding100Items', 'CompletingAllItems', 'DeletingItems']),
    ('React-Redux-TodoMVC', ['Adding100Items', 'CompletingAllItems', 'DeletingItems']),
    ('React-TodoMVC', ['Adding100Items', 'CompletingAllItems', 'DeletingAllItems']),
    ('Vanilla-ES2015-Babel-Webpack-TodoMVC', ['Adding100Items', 'CompletingAllItems', 'DeletingItems']),
    ('Vanilla-ES2015-TodoMVC', ['Adding100Items', 'CompletingAllItems', 'DeletingItems']),
    ('VanillaJS-TodoMVC', ['Adding100Items', 'CompletingAllItems', 'DeletingAllItems']),
    ('VueJS-TodoMVC', ['Adding100Items', 'CompletingAllItems', 'DeletingAllItems']),
    ('jQuery-TodoMVC', ['Adding100Items', 'CompletingAllItems', 'DeletingAllItems'])
) AS suites(suite_name, tests);

-- Marks at the start, at the end of the synchronous part, and at the end of the test.
CREATE PERFETTO TABLE _chrome_speedometer_2_1_mark_name AS
SELECT suite_name || '.' || test_name || '-' || mark_type AS name, suite_name, test_name, mark_type
FROM _chrome_speedometer_2_1_test
CROSS JOIN (VALUES ('start'), ('sync-end'), ('async-end')) AS marks(mark_type);

-- The n-th mark of a name belongs to the n-th iteration; a test needs all three marks.
CREATE PERFETTO TABLE chrome_speedometer_2_1_measure(
  ts TIMESTAMP, dur DURATION, name STRING, iteration LONG, suite_name STRING, test_name STRING, measure_type STRING
)
AS
WITH
  marks AS (
    SELECT m.suite_name, m.test_name, s.ts, rank() OVER (PARTITION BY s.name ORDER BY s.ts) AS iteration
    FROM slice AS s
    JOIN _chrome_speedometer_2_1_mark_name AS m ON m.name = s.name
    WHERE s.category = 'blink.user_timing'
  ),
  tests AS (
    SELECT iteration, suite_name, test_name, list_sort(list(ts)) AS times
    FROM marks
    GROUP BY iteration, suite_name, test_name
    HAVING count(*) >= 3
  ),
  measures AS (
    SELECT times[2] AS ts, times[3] - times[2] AS dur, iteration, suite_name, test_name, 'async' AS measure_type FROM tests
    UNION ALL
    SELECT times[1], times[2] - times[1], iteration, suite_name, test_name, 'sync' FROM tests
  )
SELECT ts, dur, suite_name || '.' || test_name || '-' || measure_type AS name, iteration, suite_name, test_name, measure_type
FROM measures
ORDER BY measure_type, iteration, suite_name, test_name;

-- Score of an iteration: number of runs per minute, with the geometric mean of its suites in milliseconds, divided by 3.
CREATE PERFETTO TABLE chrome_speedometer_2_1_iteration(
  ts TIMESTAMP, dur DURATION, name STRING, iteration LONG, geomean DOUBLE, score DOUBLE
)
AS
WITH suites AS (
  SELECT iteration, sum(dur / 1e6) AS total_ms, min(ts) AS first_ts, max(ts + dur) AS last_ts
  FROM chrome_speedometer_2_1_measure
  GROUP BY iteration, suite_name
)
SELECT
  min(first_ts) AS ts,
  max(last_ts) - min(first_ts) AS dur,
  'iteration-' || iteration AS name,
  iteration,
  exp(avg(ln(total_ms))) AS geomean,
  1000 / exp(avg(ln(total_ms))) * 60 / 3 AS score
FROM suites
GROUP BY iteration
ORDER BY iteration;

-- Score of the whole run.
CREATE PERFETTO FUNCTION chrome_speedometer_2_1_score() RETURNS DOUBLE AS
SELECT avg(i.score) FROM chrome_speedometer_2_1_iteration AS i;

-- Main thread of the renderer that ran Speedometer 2.1.
CREATE PERFETTO FUNCTION chrome_speedometer_2_1_renderer_main_utid() RETURNS LONG AS
SELECT min(t.utid)
FROM thread_track AS t
WHERE t.id IN (
  SELECT s.track_id
  FROM slice AS s
  WHERE s.category = 'blink.user_timing' AND s.name IN (SELECT m.name FROM _chrome_speedometer_2_1_mark_name AS m));
