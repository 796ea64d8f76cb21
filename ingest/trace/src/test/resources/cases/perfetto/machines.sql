-- @case times of the other machine become those of the one that recorded
SELECT s.ts, s.name, p.name AS process, p.machine_id FROM slice AS s JOIN process_track AS t ON t.id = s.track_id JOIN process AS p USING (upid) ORDER BY s.ts

-- @case machines have an id each
SELECT id, raw_id, sysname, release, arch, num_cpus FROM machine ORDER BY id

-- @case CPUs with the same number on two machines are distinct, with separate tracks
SELECT c.ts, c.value, t.machine_id, t.name FROM counter AS c JOIN track AS t ON t.id = c.track_id ORDER BY c.ts

-- @case threads with the same number on two machines are distinct
SELECT tid, machine_id, is_idle FROM thread ORDER BY utid
