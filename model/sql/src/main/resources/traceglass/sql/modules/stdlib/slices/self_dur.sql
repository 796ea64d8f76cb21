-- Time of a slice without that of its child slices.

-- Duration of each slice without its children.
CREATE PERFETTO TABLE slice_self_dur(
  id ID(slice.id), self_dur DURATION
)
AS
WITH below AS (SELECT parent_id AS id, CAST(sum(dur) AS INT) AS dur FROM slice WHERE parent_id IS NOT NULL GROUP BY parent_id)
SELECT s.id, s.dur - coalesce(b.dur, 0) AS self_dur
FROM slice AS s
LEFT JOIN below AS b ON b.id = s.id
ORDER BY s.id;
