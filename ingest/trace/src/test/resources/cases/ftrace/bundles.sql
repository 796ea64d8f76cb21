-- @case events are in the order of time, whatever clock they were written with
SELECT c.ts, c.value FROM counter AS c ORDER BY c.id

-- @case raw events have the CPU of their bundle
SELECT e.ts, e.name, e.cpu, t.tid, e.common_flags, __intrinsic_arg_set_to_json(e.arg_set_id) AS args
FROM ftrace_event AS e
JOIN thread AS t USING (utid)
ORDER BY e.ts, e.id

-- @case bundles that cannot be used and CPUs that lost events are counted
SELECT name, idx, value FROM stats WHERE value > 0 AND name GLOB 'ftrace_*' ORDER BY name, idx

-- @case a CPU with lost events has a gap
.losses
