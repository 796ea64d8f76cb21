-- The time of a slice that none of the slices below it takes.

CREATE PERFETTO TABLE slice_self_dur AS
SELECT
  s.id,
  s.dur - coalesce((SELECT CAST(sum(c.dur) AS INT) FROM slice AS c WHERE c.parent_id = s.id AND c.dur > 0), 0) AS self_dur
FROM slice AS s
WHERE s.dur >= 0
ORDER BY s.id;
