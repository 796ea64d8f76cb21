-- @case memory maps have all their sizes
SELECT p.pid, s.* EXCLUDE (id, upid) FROM profiler_smaps AS s JOIN process AS p USING (upid) ORDER BY s.id

-- @case memory maps are events of their process
.data Process 5 › Memory maps
