-- @case GPUs have all properties in the trace
SELECT g.gpu, g.name, g.vendor, g.model, g.architecture, g.uuid, g.pci_bdf, __intrinsic_arg_set_to_json(g.arg_set_id) AS args FROM gpu AS g ORDER BY g.gpu

-- @case a counter's value applies from its time on, or up to its time if it looks back
SELECT c.ts, t.name, t.gpu_id, c.value FROM counter AS c JOIN gpu_counter_track AS t ON t.id = c.track_id WHERE t.type = 'gpu_counter' ORDER BY t.name, c.ts

-- @case units are numerators, then denominators
SELECT t.name, t.unit, t.description FROM gpu_counter_track AS t WHERE t.type = 'gpu_counter' ORDER BY t.name

-- @case groups of counters are named by the descriptor
SELECT g.group_id, t.name AS counter, g.name, g.description FROM gpu_counter_group AS g JOIN counter_track AS t ON t.id = g.track_id ORDER BY g.group_id, t.name

-- @case messages are instants named for their severity
SELECT s.ts, s.dur, t.name AS track, s.name, __intrinsic_arg_set_to_json(s.arg_set_id) AS args FROM slice AS s JOIN track AS t ON t.id = s.track_id ORDER BY s.ts

-- @case memory is counted in total and per process
SELECT c.ts, t.name, t.type, p.pid, c.value FROM counter AS c JOIN track AS t ON t.id = c.track_id LEFT JOIN process_counter_track AS pt ON pt.id = t.id LEFT JOIN process AS p USING (upid) WHERE t.name = 'GPU Memory' ORDER BY c.ts, p.pid

-- @case the module of GPU memory has each amount until the next
INCLUDE PERFETTO MODULE android.gpu.memory;
SELECT m.ts, m.dur, p.pid, m.gpu_memory FROM android_gpu_memory_per_process AS m JOIN process AS p USING (upid) ORDER BY m.ts
