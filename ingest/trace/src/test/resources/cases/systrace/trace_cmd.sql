-- @case the report of trace-cmd has another form of switches
SELECT s.ts, s.dur, s.ucpu, t.tid, t.name, s.end_state, s.priority
FROM sched AS s
JOIN thread AS t USING (utid)
ORDER BY s.ts, s.ucpu

-- @case the report of trace-cmd has another form of wakings
SELECT s.ts, s.dur, t.tid, t.name, s.state, s.cpu, s.io_wait, s.blocked_function, w.name AS waker, s.irq_context
FROM thread_state AS s
JOIN thread AS t USING (utid)
LEFT JOIN thread AS w ON w.utid = s.waker_utid
WHERE t.tid != 0
ORDER BY s.ts, t.tid

-- @case lost events are counted
SELECT name, idx, severity, source, value FROM stats WHERE value != 0 AND name != 'clock_sync_cache_miss' ORDER BY name, idx

-- @case a loss is between the preceding and the following event of its CPU
SELECT ts, end_ts, source, cpu, lost FROM __intrinsic_data_loss ORDER BY cpu, ts

-- @case functions are slices of their thread, or of the CPU where that is idle
SELECT s.ts, s.dur, t.name AS track, h.tid, s.name FROM slice AS s JOIN track AS t ON t.id = s.track_id LEFT JOIN thread_track AS tt ON tt.id = t.id LEFT JOIN thread AS h USING (utid) ORDER BY s.ts, s.id

-- @case kernel functions are slices of their thread
.data taker 31 › Funcgraph (funcgraph) 31
.losses
