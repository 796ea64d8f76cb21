-- @case each stay in the hypervisor is a slice of its CPU with the reason and its numbers
SELECT s.ts, s.dur, s.depth, coalesce(h.name, t.name) AS track, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
ORDER BY s.ts, s.id

-- @case the module of the hypervisor has the reasons for entering it
INCLUDE PERFETTO MODULE pkvm.hypervisor;
SELECT cpu, ts, dur, reason FROM pkvm_hypervisor_events ORDER BY ts
