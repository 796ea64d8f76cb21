-- @case steps run on the worker whose last step ended last, and each build is a process
SELECT p.pid, p.name AS process, t.tid, t.name AS thread, s.ts, s.dur, s.name FROM slice AS s JOIN thread_track AS k ON k.id = s.track_id JOIN thread AS t USING (utid) JOIN process AS p USING (upid) ORDER BY p.pid, t.tid, s.ts

-- @case the tree has a lane for each worker
.tree
