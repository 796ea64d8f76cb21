-- The time window marked in a trace for energy estimation, and tables in the form in which intervals are intersected.

-- From the first start mark to the last stop mark.
CREATE PERFETTO TABLE _wattson_markers_window AS
WITH marks AS (
  SELECT min(ts) FILTER (name = 'wattson_start') AS start_ts, max(ts) FILTER (name = 'wattson_stop') AS stop_ts
  FROM slice
  WHERE name IN ('wattson_start', 'wattson_stop')
)
SELECT start_ts AS ts, stop_ts - start_ts AS dur, 'Markers window' AS name
FROM marks
WHERE start_ts IS NOT NULL;

-- A table with its row numbers as ids.
CREATE PERFETTO MACRO _ii_subquery(tab TableOrSubquery) RETURNS TableOrSubquery AS
(SELECT _auto_id AS id, * FROM $tab);

-- The number of the policy of the clock that all cores share.
CREATE PERFETTO MACRO _dsu_dep() RETURNS Expr AS 255;
