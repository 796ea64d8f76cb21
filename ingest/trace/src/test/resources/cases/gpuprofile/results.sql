-- @case a kernel of the first rocprof has its times, and its counters are counters
SELECT s.ts, s.dur, s.name, t.name AS track FROM slice s JOIN track t ON t.id = s.track_id;
SELECT t.name, c.ts, c.value FROM counter c JOIN counter_track t ON t.id = c.track_id ORDER BY c.ts;
