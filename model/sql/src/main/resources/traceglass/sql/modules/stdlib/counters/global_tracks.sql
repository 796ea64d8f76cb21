-- Counters without any dimension except the machine.

-- Returns whether a counter track has no dimension besides its name.
CREATE PERFETTO FUNCTION _counter_track_is_only_name_dimension(track_id LONG) RETURNS BOOL AS
SELECT count(*) = 0
FROM counter_track AS t
JOIN args AS a ON a.arg_set_id = t.dimension_arg_set_id
WHERE t.id = $track_id AND a.key <> 'name';
