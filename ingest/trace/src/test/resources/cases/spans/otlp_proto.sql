-- @case log records have the values, lists and maps of their attributes and bodies
SELECT l.ts, l.prio, l.tag, l.msg, p.name AS service, __intrinsic_arg_set_to_json(l.arg_set_id) AS args
FROM __intrinsic_logs AS l
JOIN thread AS t USING (utid)
JOIN process AS p USING (upid)
ORDER BY l.ts

-- @case points of metrics are counters, and differences are added up
SELECT t.name, t.unit, c.ts, c.value
FROM counter AS c
JOIN counter_track AS t ON t.id = c.track_id
ORDER BY t.name, c.ts
