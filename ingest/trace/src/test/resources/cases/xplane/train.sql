-- @case planes are processes and lines are threads
SELECT p.name AS process, t.name AS thread, s.ts, s.dur, s.name FROM slice AS s JOIN thread_track AS k ON k.id = s.track_id JOIN thread AS t USING (utid) JOIN process AS p USING (upid) ORDER BY p.pid, t.tid, s.ts

-- @case stats of events and of their kinds are arguments
SELECT s.name, a.key, a.display_value FROM slice AS s JOIN args AS a USING (arg_set_id) ORDER BY s.ts, a.key

-- @case arrows lead from launches to kernels
SELECT o.name AS launch, o.ts AS launched, i.name AS kernel, i.ts AS started FROM flow AS f JOIN slice AS o ON o.id = f.slice_out JOIN slice AS i ON i.id = f.slice_in ORDER BY o.ts

-- @case stats of planes are arguments of the process
SELECT p.name, a.key, a.display_value FROM process AS p JOIN args AS a USING (arg_set_id) WHERE a.key LIKE 'args%'

-- @case the tree has the lines of each plane
.tree
