-- @case work is a slice of its queue, which may be named later
SELECT s.ts, s.dur, t.name AS queue, t.type, s.name FROM slice AS s JOIN track AS t ON t.id = s.track_id ORDER BY s.ts

-- @case work has all its fields, and the names of the objects it uses
SELECT s.ts, __intrinsic_arg_set_to_json(s.arg_set_id) AS args FROM slice AS s JOIN track AS t ON t.id = s.track_id ORDER BY s.ts

-- @case queues have a description
SELECT DISTINCT t.name, extract_arg(t.source_arg_set_id, 'description') AS description FROM track AS t WHERE t.type = 'gpu_render_stage' ORDER BY t.name

-- @case the process of work is that of its context
SELECT s.ts, p.pid FROM slice AS s JOIN process AS p ON p.upid = extract_arg(s.arg_set_id, 'upid') ORDER BY s.ts

-- @case the module of contexts has the API of each
INCLUDE PERFETTO MODULE std.gpu.context;
SELECT * EXCLUDE (id) FROM gpu_context ORDER BY context_id

-- @case a flow leads from work to the work that waits for it
SELECT o.ts AS from_ts, i.ts AS to_ts FROM flow AS f JOIN slice AS o ON o.id = f.slice_out JOIN slice AS i ON i.id = f.slice_in
