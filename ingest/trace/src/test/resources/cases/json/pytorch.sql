-- @case kernels are on the streams of their device, also if they overlap by rounding
SELECT p.pid, h.name AS thread, t.type, s.ts, s.dur, s.name FROM slice AS s JOIN thread_track AS t ON t.id = s.track_id JOIN thread AS h USING (utid) JOIN process AS p USING (upid) ORDER BY s.ts, s.id

-- @case an arrow leads from a launch to its kernel
SELECT o.name AS launch, i.name AS kernel FROM flow AS f JOIN slice AS o ON o.id = f.slice_out JOIN slice AS i ON i.id = f.slice_in

-- @case memory of devices is a counter
SELECT c.ts, t.name, p.pid, c.value FROM counter AS c JOIN process_counter_track AS t ON t.id = c.track_id JOIN process AS p USING (upid) ORDER BY c.ts, t.name

-- @case the clock of the file is related to the wall clock
SELECT clock_name, clock_value FROM clock_snapshot ORDER BY clock_value

-- @case the tree has the streams below their device
.tree
