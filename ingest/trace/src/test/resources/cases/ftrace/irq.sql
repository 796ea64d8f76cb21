-- @case interrupts, soft interrupts by their vector and timers are slices of their CPU, with the result of the handler
SELECT s.ts, s.dur, s.depth, coalesce(h.name, t.name) AS track, s.category, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args
FROM slice AS s
JOIN track AS t ON t.id = s.track_id
LEFT JOIN thread_track AS tt ON tt.id = t.id
LEFT JOIN thread AS h USING (utid)
ORDER BY s.ts, s.id

-- @case each kind of interrupt has a track of its CPU
SELECT t.id, t.type, t.name, __intrinsic_arg_set_to_json(t.dimension_arg_set_id) AS dimensions, __intrinsic_arg_set_to_json(t.source_arg_set_id) AS source
FROM track AS t
ORDER BY t.id

-- @case the module of interrupts has both kinds
INCLUDE PERFETTO MODULE linux.irqs;
SELECT ts, dur, name, is_soft_irq FROM linux_irqs ORDER BY ts, name
