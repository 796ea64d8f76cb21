-- @case a thread has the CPU until the next one runs or it stops, whichever event comes first
SELECT s.ts, s.dur, s.ucpu, h.tid, s.end_state, s.priority FROM sched AS s JOIN thread AS h USING (utid) ORDER BY s.ts

-- @case threads have states from their changes
SELECT s.ts, s.dur, h.tid, s.state, s.ucpu FROM thread_state AS s JOIN thread AS h USING (utid) ORDER BY h.tid, s.ts

-- @case processes are named by the first word of their command line, threads by their last name
SELECT p.pid, p.name AS process, p.cmdline, q.pid AS parent, h.tid, h.name AS thread, h.is_main_thread AS main, h.is_idle AS idle, h.start_ts, h.end_ts
FROM thread AS h FULL JOIN process AS p USING (upid) LEFT JOIN process AS q ON q.upid = p.parent_upid WHERE h.tid != 0 OR p.pid > 0 ORDER BY p.pid, h.tid

-- @case frequencies are counters in kHz
SELECT c.ts, t.name, t.type, c.value FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id ORDER BY c.ts, t.name

-- @case the module of GPU frequencies has the previous and the next one
INCLUDE PERFETTO MODULE android.gpu.frequency;
SELECT ts, dur, gpu_id, gpu_freq, prev_gpu_freq, next_gpu_freq FROM android_gpu_frequency ORDER BY ts
