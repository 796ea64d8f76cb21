-- @case the number of slices and instants
SELECT count(*) AS n, count(DISTINCT track_id) AS tracks FROM slice;
-- @case the most frequent kinds
SELECT s.category, count(*) AS n FROM slice s GROUP BY ALL ORDER BY n DESC, 1 LIMIT 8;
-- @case the number of arrows
SELECT count(*) AS n FROM flow;
