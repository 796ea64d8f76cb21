-- Stages that delayed frames.

-- Stage of a latency with the largest increase compared to the previous latency.
CREATE PERFETTO FUNCTION chrome_get_v3_jank_cause_id(janky_slice_id LONG, prev_slice_id LONG) RETURNS LONG AS
SELECT arg_max(c.id, row(c.dur - coalesce(p.dur, 0), -c.id))
FROM slice AS c
LEFT JOIN (SELECT q.name, min(q.dur) AS dur FROM slice AS q WHERE q.parent_id = $prev_slice_id GROUP BY q.name) AS p ON p.name = c.name
WHERE c.parent_id = $janky_slice_id;
